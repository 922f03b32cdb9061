/** The style sheet of every SVG: two palettes, one for each colour scheme, both with a contrast of 4.5 and more for text. */
export const svgStyle = `
:root{--paper:#fff;--ink:#1f2328;--muted:#59636e;--wire:#6e7781;--box:#f6f8fa;--edge:#afb8c1;--good:#1a7f37;--good-box:#eefbf1;--warn:#805500;--warn-box:#fff8e5;--bad:#cf222e;--bad-box:#fff1f0;--calm:#0969da;--calm-box:#eef6ff}
@media (prefers-color-scheme:dark){:root{--paper:#0d1117;--ink:#e6edf3;--muted:#9ea7b3;--wire:#8b949e;--box:#161b22;--edge:#484f58;--good:#3fb950;--good-box:#12261a;--warn:#d9a521;--warn-box:#272115;--bad:#ff7b72;--bad-box:#2d1517;--calm:#58a6ff;--calm-box:#121d2f}}
text{font-family:Arial,"Helvetica Neue",Helvetica,"Liberation Sans",sans-serif;fill:var(--ink)}
.paper{fill:var(--paper)}
.name{font-size:16px;font-weight:700}
.summary{font-size:12px;fill:var(--muted)}
.start{fill:var(--ink)}
.node rect{fill:var(--box);stroke:var(--edge);stroke-width:1.2}
.node .title{font-size:14px;font-weight:700;text-anchor:middle}
.node .line{font-size:11px;fill:var(--muted)}
.node .rule{stroke:var(--edge);stroke-width:.8}
.node.any rect{fill:none;stroke-dasharray:5 4}
.node.any .title{font-weight:400;font-style:italic}
.node.success rect{fill:var(--good-box);stroke:var(--good);stroke-width:2}
.node.cancel rect{fill:var(--warn-box);stroke:var(--warn);stroke-width:2}
.node.error rect{fill:var(--bad-box);stroke:var(--bad);stroke-width:2}
.node.operation rect{fill:var(--calm-box);stroke:var(--calm)}
.node.function .title{font-weight:400}
.node.operation .title{font-weight:400}
.node.body .title{font-weight:400}
.edge path{fill:none;stroke:var(--wire);stroke-width:1.3}
.edge .head{fill:var(--wire);stroke:none}
.edge.timer path,.edge.redirect path{stroke-dasharray:5 4}
.edge.auto path,.edge.redirect path{stroke:var(--calm)}
.edge.auto .head,.edge.redirect .head{fill:var(--calm)}
.edge.cancel path{stroke:var(--warn)}
.edge.cancel .head{fill:var(--warn)}
.edge.fault path{stroke:var(--bad);stroke-dasharray:2 3}
.edge.fault .head{fill:var(--bad)}
.edge.unguarded path{stroke:var(--bad);stroke-width:2}
.edge.unguarded .head{fill:var(--bad)}
.edge path.head{stroke:none}
.edge-label text{font-size:11.5px;text-anchor:middle;paint-order:stroke;stroke:var(--paper);stroke-width:4px;stroke-linejoin:round}
.edge-label .guard{fill:var(--muted)}
.edge-label.timer .label{font-style:italic}
.edge-label.auto .label,.edge-label.redirect .label{fill:var(--calm)}
.edge-label.cancel .label{fill:var(--warn)}
.edge-label.fault .label,.edge-label.unguarded .label{fill:var(--bad)}
.group rect{fill:none;stroke:var(--edge);stroke-dasharray:2 4}
.group text{font-size:13px;font-weight:700;fill:var(--muted)}
`.trim();
