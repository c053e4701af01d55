import {CATALOG, type CatalogEntry, GROUPS} from './catalog.ts';
import {GLOBAL_FLAGS} from './flags/global-flags.ts';
import {TOPICS} from './help/topics.ts';

/** Returns the text of `gantry --help`. It is made from the tables, so that it needs no parser and is always up to date. */
export function rootHelp(catalog: readonly CatalogEntry[] = CATALOG): string {
  const flags = GLOBAL_FLAGS.filter(({hidden}) => hidden !== true);
  const single = catalog.filter(({path}) => path.length === 1);
  const sections = GROUPS.map(({name, alias, summary}) => ({
    head: `gantry ${name}${alias === undefined ? '' : ` (${alias})`}: ${summary}`,
    rows: catalog.filter(({path}) => path[0] === name).map(({path, summary}): Row => [path[1] ?? '', summary]),
  })).filter(({rows}) => rows.length > 0);
  return [
    'Usage: gantry [flags] <command>',
    '',
    'Gantry shows the exact changes to a stack, applies them to the cluster of a workspace, and records a release.',
    'A stack is a directory with a stack.yaml. A workspace is an environment, such as dev or prod.',
    '',
    'Commands:',
    ...rows(single.map(({path, summary}) => [path[0], summary])),
    ...sections.flatMap((section) => ['', section.head, ...rows(section.rows)]),
    '',
    'Flags, before or after the command:',
    ...rows([
      ...flags.map(({flags, summary}): Row => [flags, summary]),
      ['-h, --help', 'show this help; for one command: gantry <command> --help'],
      ['--version', 'print the version of Gantry'],
    ]),
    '',
    'Help topics (gantry help <topic>):',
    ...rows(TOPICS.map(({name, summary}) => [name, summary])),
    '',
    'Exit codes: 0 done, 1 failed, 2 changes pending (--exit-code), 3 invalid input, 4 credentials or permission,',
    '            5 refused (locked, conflict, stale, blocked), 6 partly applied or not ready, 70 bug, 130/143 interrupted',
    '',
  ].join('\n');
}

type Row = readonly [name: string, summary: string];

// One width for all sections, so that the summaries are in one column.
const WIDTH = 30;

const rows = (entries: readonly Row[]): string[] =>
  entries.map(([name, summary]) => `  ${name.padEnd(WIDTH)} ${summary}`);
