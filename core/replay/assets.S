// The files that a page is made of, each with a NUL behind it: they are edited, and read by other tools, as what they
// are. Paths are relative to the top folder, in which everything is built.
    .section .rodata

.macro asset name, file
    .global \name
    .type \name, %object
\name:
    .incbin "\file"
    .byte 0
    .size \name, . - \name
.endm

    asset replay_asset_html, "core/replay/page.html"
    asset replay_asset_css, "core/replay/page.css"
    asset replay_asset_page, "core/replay/page.js"
    asset replay_asset_parts, "core/replay/parts.js"
    asset replay_asset_trains, "core/replay/trains.js"
    asset replay_asset_maze, "core/replay/maze.js"

    .section .note.GNU-stack,"",%progbits
