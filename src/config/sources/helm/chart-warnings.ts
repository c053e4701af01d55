import type {Diagnostic} from '../../../core/diagnostic/diagnostic.ts';
import type {ChartFiles} from '../../../ports/chart-files.ts';
import {untrustedCheckout} from '../../untrusted/checkout.ts';
import type {ChartTemplates} from './chart-templates.ts';

/** Functions and values that mean something else in Helm. */
const USES = [
  {
    pattern: /\.Release\.Revision\b/,
    severity: 'warning',
    code: 'source/helm-revision',
    message: 'the template reads `.Release.Revision`, which is always 1: Gantry counts its own releases',
  },
  {
    pattern: /\bgetHostByName\b/,
    severity: 'warning',
    code: 'source/helm-dns',
    message: 'the template calls `getHostByName`, which finds no address: charts are rendered without network',
  },
] as const satisfies readonly Use[];

/** The reasons why a build has no look-ups. */
const LOOK_UP = {
  untrusted: {
    severity: 'warning',
    message: 'the template looks up an object, and finds none: untrusted mode reads no live objects for charts',
  },
  offline: {
    severity: 'note',
    message: 'the template looks up an object, and finds none: the chart is built without a cluster',
  },
} as const satisfies Record<string, Pick<Diagnostic, 'severity' | 'message'>>;

type Use = {readonly pattern: RegExp} & Pick<Diagnostic, 'code' | 'message' | 'severity'>;

/** A chart whose templates are checked. `isKnown`: a run has applied it, and has reported what is in its templates. */
export type CheckedChart = {readonly name: string; readonly isOffline: boolean; readonly isKnown: boolean};

/** Returns warnings about templates that use what has another meaning in Helm: one for each template and use. */
export function chartWarnings(
  files: ChartFiles,
  {name, isOffline, isKnown}: CheckedChart,
  templates: ChartTemplates,
): readonly Diagnostic[] {
  const without = untrustedCheckout() !== undefined ? LOOK_UP.untrusted : isOffline ? LOOK_UP.offline : undefined;
  const lookUps =
    without === undefined ? [] : [{pattern: /\blookup\s+["'`(.$]/, code: 'source/helm-look-up', ...without}];
  return [...files]
    .filter(([path]) => /(?:^|\/)templates\//.test(path) && !path.endsWith('/NOTES.txt'))
    .flatMap(([path, text]) =>
      [...(isKnown ? [] : USES), ...lookUps].flatMap((use) => warningOf(use, text, `${name}/${path}`, templates)),
    );
}

function warningOf(
  {pattern, ...said}: Use,
  text: string,
  template: string,
  templates: ChartTemplates,
): readonly Diagnostic[] {
  const found = pattern.exec(text);
  if (found === null) return [];
  const before = text.slice(0, found.index).split('\n');
  const column = (before.at(-1)?.length ?? 0) + 1;
  const place = {line: before.length, column, endColumn: column + found[0].trimEnd().length};
  return [{...said, at: templates.position(template, place)}];
}
