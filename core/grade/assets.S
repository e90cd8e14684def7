    .include "core/base/asset.inc"

    asset report_asset_html, "core/grade/page.html"
    asset report_asset_css, "core/grade/page.css"
    asset report_asset_script, "core/grade/page.js"
