    .include "core/base/asset.inc"

    asset replay_asset_html, "core/replay/page.html"
    asset replay_asset_css, "core/replay/page.css"
    asset replay_asset_page, "core/replay/page.js"
    asset replay_asset_parts, "core/replay/parts.js"
    asset replay_asset_trains, "core/replay/trains.js"
    asset replay_asset_maze, "core/replay/maze.js"
