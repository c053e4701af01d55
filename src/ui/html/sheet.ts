import {createHash} from 'node:crypto';

/** The style sheet of a report page. It loads nothing. All texts have a contrast of at least 4.5 on their background. */
export const SHEET = `
:root{color-scheme:light dark;--page:#fff;--panel:#f6f8fa;--line:#d0d7de;--text:#1c2128;--soft:#57606a;--link:#0550ae;
--good:#116329;--good-bg:#dafbe1;--note:#0550ae;--note-bg:#ddf4ff;--warn:#744500;--warn-bg:#fff3c4;--bad:#9b0c24;--bad-bg:#ffebe9}
@media (prefers-color-scheme:dark){:root{--page:#0d1117;--panel:#161b22;--line:#3a424c;--text:#e6edf3;--soft:#a5aeb8;--link:#8cc4ff;
--good:#6fdd8b;--good-bg:#12301c;--note:#8cc4ff;--note-bg:#10243f;--warn:#f0c761;--warn-bg:#352a0d;--bad:#ffa29b;--bad-bg:#3d1517}}
*{box-sizing:border-box}
body{margin:0 auto;padding:1.5rem;max-width:90rem;background:var(--page);color:var(--text);font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
h1{margin:0;font-size:1.6rem}h2{margin:2rem 0 .75rem;font-size:1.25rem}h3{margin:0 0 .5rem;font-size:1.05rem}
p{margin:.25rem 0}a{color:var(--link)}:focus-visible{outline:3px solid var(--link);outline-offset:2px}
code,pre{font:.875rem/1.5 ui-monospace,monospace}
pre{margin:.5rem 0;padding:.6rem .75rem;background:var(--panel);border:1px solid var(--line);border-radius:6px;white-space:pre-wrap}
ul{margin:0;padding:0;list-style:none}
.soft{color:var(--soft)}
.badge{display:inline-block;padding:0 .45rem;border-radius:6px;border:1px solid transparent}
.good{color:var(--good);background:var(--good-bg)}.note{color:var(--note);background:var(--note-bg)}
.warn{color:var(--warn);background:var(--warn-bg)}.bad{color:var(--bad);background:var(--bad-bg)}
.quiet{color:var(--soft);background:var(--panel)}
.totals{display:flex;flex-wrap:wrap;gap:.5rem;margin-top:.75rem}
.scroll{overflow-x:auto}
table{width:100%;border-collapse:collapse}
th,td{padding:.6rem .75rem;border:1px solid var(--line);text-align:left;vertical-align:top}
thead th{background:var(--panel)}tbody th{background:var(--panel);font-weight:600}
.facts li{margin:.15rem 0}.facts .soft{display:inline-block;min-width:4.5rem}
.where{display:none}
article{margin:0 0 1rem;padding:1rem;border:1px solid var(--line);border-radius:8px}
article:target{border-color:var(--link)}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.15rem 1rem;margin:.5rem 0}dt{color:var(--soft)}dd{margin:0}
details{margin:.5rem 0}summary{cursor:pointer;padding:.15rem 0}
details details{margin-left:1rem}
.add{color:var(--good)}.del{color:var(--bad)}.alert{color:var(--bad);font-weight:600}
.box{margin:.5rem 0;padding:.5rem .75rem;border-radius:6px}.box pre{background:transparent;border:0;padding:0}
@media (max-width:48rem){body{padding:1rem}.scroll{overflow-x:visible}
thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
table,tbody,tr,th,td{display:block}tr{margin-bottom:.75rem}.where{display:block;font-weight:600}
dl{grid-template-columns:1fr}dd{margin-bottom:.4rem}details details{margin-left:.25rem}}
@media print{:root{--page:#fff;--text:#000;--link:#000}body{padding:0;max-width:none}.scroll{overflow:visible}
details::details-content{content-visibility:visible;height:auto}article,tr{break-inside:avoid-page}.jump{display:none}}
`;

/** The policy of a report page: it may load and run nothing, and only this style sheet applies. */
export const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(SHEET).digest('base64')}'; base-uri 'none'; form-action 'none'`;
