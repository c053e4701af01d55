import {existsSync} from 'node:fs';
import {mergeValues} from '../../../core/chart/merge-values.ts';
import {setValue} from '../../../core/chart/set-value.ts';
import {parseValuePath} from '../../../core/chart/value-path.ts';
import {type Diagnostic, isError} from '../../../core/diagnostic/diagnostic.ts';
import type {Origin} from '../../../core/diagnostic/origin.ts';
import {isObject, type Json, type JsonPath} from '../../../core/json.ts';
import {expandContext} from '../../../core/variation/expand-context.ts';
import {type Located, locate} from '../../../core/variation/located.ts';
import {defined} from '../../../lib/defined.ts';
import {readText} from '../../read-text.ts';
import {readYaml} from '../../yaml/read-yaml.ts';
import {pathInProject} from '../path-in-project.ts';
import type {SourceEntry} from '../source.ts';
import type {HelmSettings} from './helm-model.ts';

/** The merged values of a source with their positions, or the problems of its files. */
export type ReadValues = {readonly values: Located} | {readonly diagnostics: readonly Diagnostic[]};

type Report = (diagnostic: Diagnostic) => void;

/**
 * Merges the values of a source as Helm does: its files in order, then `values`, then `set`. `${context:KEY}` is expanded in all of
 * them, and `${workspace}` in what stack.yaml contains. A file whose name ends with `?` may be missing.
 */
export function readValues(settings: HelmSettings, entry: SourceEntry): ReadValues {
  const {valuesFiles = [], values = {}, set = {}} = settings;
  const diagnostics: Diagnostic[] = [];
  const report: Report = (diagnostic) => void diagnostics.push(diagnostic);
  const inStack = (value: Json, path: JsonPath): Located =>
    expanded(locate(value, stackOrigin(entry), path), {entry, report, named: true});
  const files = valuesFiles.map((_, index) =>
    readFile(inStack(valuesFiles[index] ?? '', ['valuesFiles', index]), entry, report),
  );
  const below = [...files, inStack(values, ['values'])].reduce(mergeValues);
  const merged = Object.entries(set).reduce((before, [path, value]) => {
    const made = setAt(before, path, inStack(value, ['set', path]));
    if (!('because' in made)) return made.values;
    const message = `\`${path}\` in \`set\` is not the path of a value: ${made.because}`;
    report({severity: 'error', code: 'source/helm', message, ...entry.at(['set', path])});
    return before;
  }, below);
  return diagnostics.some(isError) ? {diagnostics} : {values: merged};
}

function setAt(values: Located, text: string, value: Located): ReturnType<typeof setValue> {
  const parsed = parseValuePath(text);
  return 'because' in parsed ? parsed : setValue(values, parsed.path, value);
}

/** Returns the positions in the entry of stack.yaml. */
const stackOrigin = ({at}: Pick<SourceEntry, 'at'>): Origin => ({
  file: 'stack.yaml',
  position: (path) => at(path).at ?? {file: 'stack.yaml', line: 1, column: 1, endColumn: 2, text: ''},
});

type Expanding = {readonly entry: SourceEntry; readonly report: Report; readonly named: boolean};

const expanded = (node: Located, {entry: {workspace}, report, named}: Expanding): Located =>
  expandContext(node, {
    workspace,
    escapes: true,
    named,
    report: ({code, message, hint, place}) =>
      report({severity: 'error', code, message, at: place.origin.position(place.path), ...defined({hint})}),
  });

function readFile(written: Located, entry: SourceEntry, report: Report): Located {
  const nothing = {...written, value: {}};
  const text = typeof written.value === 'string' ? written.value : JSON.stringify(written.value);
  const isOptional = text.endsWith('?');
  const name = isOptional ? text.slice(0, -1) : text;
  const at = {at: written.place.origin.position(written.place.path)};
  const found = pathInProject('helm', name, {...entry, at: () => at});
  if ('candidates' in found) {
    found.diagnostics.forEach(report);
    return nothing;
  }
  if (isOptional && !existsSync(found.path)) return nothing;
  const {file, text: content, diagnostics: unreadable} = readText(found.path);
  if (content === undefined) {
    for (const one of unreadable)
      report({...one, ...at, hint: 'If the file is optional, end its name in `valuesFiles` with `?`.'});
    return nothing;
  }
  const {documents, diagnostics} = readYaml(content, file);
  diagnostics.forEach(report);
  const [document, second] = documents;
  if (document === undefined || (document.value === null && second === undefined)) return nothing;
  const values = locate(document.value, document.origin);
  if (isObject(document.value) && second === undefined) return expanded(values, {entry, report, named: false});
  const message = `${file} must be one mapping of values`;
  report({severity: 'error', code: 'source/helm', message, at: document.origin.position([])});
  return nothing;
}
