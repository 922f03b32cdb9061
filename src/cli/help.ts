/** What stands below the options in the help of each verb: examples, and what its exit codes mean. */

export const verbs = [
  'lint',
  'compile',
  'test',
  'run',
  'runs',
  'state',
  'graph',
  'model',
  'fmt',
  'eval',
  'explain',
  'init',
] as const;
export type Verb = (typeof verbs)[number];

/** The last line of every help. */
const twoAnd70 = '2 wrong usage or unreadable input · 70 a bug of osy';

const footers: Readonly<Record<Verb, string>> = {
  lint: `Examples:
  osy lint --fix
  osy lint --format github --output sarif=osy.sarif --max-warnings 0
  osy lint --baseline osy-baseline.json --update-baseline
  osy lint --since origin/main

docs/lint.md explains configs, baselines and the cache;
docs/ci.md has pipelines to copy.

Exit codes: 0 clean · 1 findings of level error or must, or too many warnings
            ${twoAnd70}`,

  compile: `Examples:
  osy compile -o app.osy.json
  osy compile my-app -o out/ --emit definition,ts,svg
  osy compile my-app -o app.osy.json --check

docs/compile.md has the rest.

Exit codes: 0 written, or current with --check · 1 errors, or not current
            ${twoAnd70}`,

  test: `Examples:
  osy test
  osy test --filter 'Orders*' --format junit > tests.xml

The network is closed: stub what a test calls, or open a host.

Exit codes: 0 all passed · 1 a test failed, or the app has errors
            2 also when there is no test · 70 a bug of osy`,

  run: `Examples:
  osy run my-app --script play.script --trace
  osy run my-app Invite --arg email=ada@example.org
  osy run app.osy.json --db app.db --start 2026-03-02T09:00:00Z < play.script

TestClock, Workflow.Settle and client stubs work in scripts.
The network is closed unless --allow-net opens a host.

Exit codes: 0 done · 1 it failed, or the app has errors
            2 wrong usage, or a definition or database that is refused
            70 a bug of osy`,

  runs: `Examples:
  osy runs ls --db app.db --status faulted
  osy runs show 17 --db app.db --format json
  osy runs retry 17 my-app --db app.db --allow-net api.example.org

Exit codes: 0 done · 1 the run is faulted again, or not cancelled
            2 no such run or database, or the run is not faulted
            70 a bug of osy`,

  state: `Examples:
  osy state ls --db app.db --status Processing
  osy state get welcome-mail --db app.db
  osy state release welcome-mail --db app.db --force

Exit codes: 0 done · 2 no such record or database, or one that is locked
            70 a bug of osy`,

  graph: `Examples:
  osy graph
  osy graph my-app --workflow OrderFlow --format svg -o order.svg
  osy graph my-app --calls --format mermaid

Exit codes: 0 drawn · 1 the app has errors
            ${twoAnd70}`,

  model: `Examples:
  osy model
  osy model my-app --json > model.json

Exit codes: 0 done · 1 the app has errors
            ${twoAnd70}`,

  fmt: `Examples:
  osy fmt
  osy fmt --check src
  osy fmt --stdin-filename loans.osy < loans.osy

A file with syntax errors is left as it is. docs/formatting.md shows the style.

Exit codes: 0 done · 1 syntax errors, or not in style with --check
            ${twoAnd70}`,

  eval: `Examples:
  osy eval "1.10m + 1.1m"
  osy eval "-7 % 3"
  echo 'var a = 3; a * a' | osy eval

Exit codes: 0 done · 1 errors, an exception, or vectors that disagree
            ${twoAnd70}`,

  explain: `Examples:
  osy explain
  osy explain network-fault-unhandled
  osy explain OSY3001

Exit codes: 0 shown · 2 there is no such finding · 70 a bug of osy`,

  init: `Examples:
  osy init my-parcels
  cd my-parcels && osy lint && osy test

Exit codes: 0 written · 2 something of it is there already · 70 a bug of osy`,
};

export function footerOf(verb: Verb): string {
  return `\n${footers[verb]}`;
}
