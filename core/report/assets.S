    .include "core/base/asset.inc"

    asset report_asset_html, "core/report/page.html"
    asset report_asset_index, "core/report/index.html"
    asset report_asset_css, "core/report/page.css"
    asset report_asset_script, "core/report/page.js"
