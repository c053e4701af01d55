import type {Diagnostic} from '../../../core/diagnostic/diagnostic.ts';
import type {ChartFiles} from '../../../ports/chart-files.ts';
import type {ChartTemplates} from './chart-templates.ts';

/** What templates may use although it has no meaning here, or another one than in Helm. */
const USES = [
  {
    pattern: /\.Release\.Revision\b/,
    code: 'source/helm-revision',
    message: 'the template reads `.Release.Revision`, which is always 1: Gantry counts its own releases',
  },
  {
    pattern: /\bgetHostByName\b/,
    code: 'source/helm-dns',
    message: 'the template calls `getHostByName`, which finds no address: charts are rendered without network',
  },
] as const;

/** Returns warnings about templates that use what has no meaning outside of Helm: one for each template and use. */
export function chartWarnings(files: ChartFiles, name: string, templates: ChartTemplates): readonly Diagnostic[] {
  return [...files]
    .filter(([path]) => /(?:^|\/)templates\//.test(path) && !path.endsWith('/NOTES.txt'))
    .flatMap(([path, text]) => USES.flatMap((use) => warningOf(use, text, `${name}/${path}`, templates)));
}

function warningOf(
  {pattern, code, message}: (typeof USES)[number],
  text: string,
  template: string,
  templates: ChartTemplates,
): readonly Diagnostic[] {
  const found = pattern.exec(text);
  if (found === null) return [];
  const before = text.slice(0, found.index).split('\n');
  const column = (before.at(-1)?.length ?? 0) + 1;
  const place = {line: before.length, column, endColumn: column + found[0].length};
  return [{severity: 'warning', code, message, at: templates.position(template, place)}];
}
