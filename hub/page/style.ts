/** The page's style sheet; no foreign font or image. */
export const STYLE = `
:root { color-scheme: light dark; --line: #8884; --good: #1a7f37; --bad: #c62828; --soft: #8881; }
* { box-sizing: border-box; }
body { font: 15px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 68rem; padding: 1.5rem; }
h1 { font-size: 1.4rem; margin: 0; } h2 { font-size: 1.05rem; margin: 2rem 0 .5rem; }
header { display: flex; justify-content: space-between; align-items: baseline; flex-wrap: wrap; gap: .5rem; }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(17rem, 1fr)); gap: 1rem; margin-top: 1rem; }
.card { border: 1px solid var(--line); border-radius: .6rem; padding: 1rem; background: var(--soft); }
.card h2 { margin-top: 0; }
.code { font: 600 2rem/1.2 ui-monospace, monospace; letter-spacing: .25em; margin: .3rem 0; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; padding: .45rem .6rem; border-bottom: 1px solid var(--line); vertical-align: top; }
th { font-weight: 600; font-size: .85rem; }
.good { color: var(--good); } .bad { color: var(--bad); } .quiet { opacity: .7; font-size: .87rem; }
form { display: inline-block; margin: 0 .3rem .3rem 0; }
button, input, select { font: inherit; padding: .3rem .7rem; border-radius: .4rem; border: 1px solid var(--line); }
button { cursor: pointer; }
img.label { height: 5.5rem; border: 1px solid var(--line); background: #fff; }
.wide { overflow-x: auto; }
`;
