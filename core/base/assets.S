    .include "core/base/asset.inc"

    asset page_asset_html, "core/base/page.html"
    asset page_css, "core/base/page.css"
