import {lineOfOutput} from '../../../core/chart/line-of-output.ts';
import type {Diagnostic} from '../../../core/diagnostic/diagnostic.ts';
import {defined} from '../../../lib/defined.ts';
import type {BrokenOutput, RenderProblem} from '../../../ports/helm.ts';
import type {SourceProblem, TemplatePlace} from '../../../ports/source-problem.ts';
import {readYaml} from '../../yaml/read-yaml.ts';
import type {Built, SourceEntry} from '../source.ts';
import type {ChartTemplates} from './chart-templates.ts';

/** Returns the result of a source that cannot be built. The problem is reported at the part of the source that it is about. */
export const problemOf = ({problem, hint, part}: SourceProblem, {at}: Pick<SourceEntry, 'at'>): Built =>
  failed({message: problem, ...at(part), ...defined({hint})});

/** Returns the result of a chart that cannot be rendered. The problem is reported at the line of the template, if it is about one. */
export function renderProblemOf(
  problem: RenderProblem,
  entry: Pick<SourceEntry, 'at'>,
  templates: ChartTemplates,
): Built {
  const {place, broken, hint} = problem;
  if (broken !== undefined) return brokenOutput(problem, broken, templates);
  if (place === undefined) return problemOf(problem, entry);
  const at = templates.position(place.template, {...place, ...columnsOf(place, templates)});
  return failed({message: problem.problem, at, ...defined({hint})});
}

/** Returns the columns of the failed expression. Helm's column may be inside it. */
function columnsOf(
  {template, line, column = 1, expression = ''}: TemplatePlace,
  templates: ChartTemplates,
): {readonly column: number; readonly endColumn: number} {
  const text = templates.textOf(template)?.split(/\r?\n/)[line - 1] ?? '';
  const start = expression === '' ? -1 : text.lastIndexOf(expression, column - 1);
  return start === -1 ? {column, endColumn: column + 1} : {column: start + 1, endColumn: start + 1 + expression.length};
}

/** Helm reads the output with another parser, and counts its lines in one document. */
function brokenOutput(
  {problem}: SourceProblem,
  {template, text, clean = (shown) => shown}: BrokenOutput,
  templates: ChartTemplates,
): Built {
  const [wrong] = readYaml(text, template).diagnostics;
  const output = wrong?.at === undefined ? undefined : text.split(/\r?\n/)[wrong.at.line - 1];
  const line = output === undefined ? undefined : lineOfOutput(templates.textOf(template) ?? '', output);
  const shown = wrong?.at === undefined ? '' : `, line ${wrong.at.line}: \`${clean(wrong.at.text.trim())}\``;
  const at = templates.position(template, {line: line ?? 1});
  return failed({
    message: `the output of the template is not valid YAML${shown}: ${clean(wrong?.message ?? problem)}`,
    at,
  });
}

const failed = (diagnostic: Omit<Diagnostic, 'severity' | 'code'>): Built => ({
  candidates: [],
  diagnostics: [{severity: 'error', code: 'source/helm', ...diagnostic}],
});
