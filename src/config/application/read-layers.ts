import {existsSync} from 'node:fs';
import {type Diagnostic, isError} from '../../core/diagnostic/diagnostic.ts';
import {isObject} from '../../core/json.ts';
import {layOver} from '../../core/variation/lay-over.ts';
import {type Located, locate, partOf, withField} from '../../core/variation/located.ts';
import {readText} from '../read-text.ts';
import {readYaml} from '../yaml/read-yaml.ts';
import {fromScore, isScore} from './from-score.ts';
import {inKeyOrder} from './in-key-order.ts';
import {fromKusionSpelling} from './kusion-spelling.ts';

/** The applications of a file, by their names. */
export type ApplicationLayers = {
  /** The file alone. */
  readonly base: Located;
  /** The file with that of the workspace laid over it. The same as `base` if there is none. */
  readonly whole: Located;
};

/** The layers of an application file; without them, the problems. */
export type ReadLayers = {readonly layers?: ApplicationLayers; readonly diagnostics: readonly Diagnostic[]};

/** The applications of one file; without them, the problems. */
export type ReadApplications = {readonly node?: Located; readonly diagnostics: readonly Diagnostic[]};

/** The modules and the base that the caller of `readLayers` knows. */
export type LayerOptions = {
  /** The modules that the types of Score's resources may name. */
  readonly modules?: ReadonlySet<string>;
  /** The applications of a program. */
  readonly base?: ReadApplications;
};

/** Reads an application file, or a Score file, and merges the file of the workspace over it: `gantry.app.prod.yaml` over `gantry.app.yaml`. */
export function readLayers(
  path: string,
  workspace: string | undefined,
  {modules = new Set(), base = readApplications(path)}: LayerOptions = {},
): ReadLayers {
  const overlay = workspace === undefined ? undefined : overlayPath(path, workspace);
  const top = overlay === undefined || !existsSync(overlay) ? undefined : readApplications(overlay);
  const diagnostics = [...base.diagnostics, ...(top?.diagnostics ?? [])];
  if (base.node === undefined || diagnostics.some(isError)) return {diagnostics};
  const first = inKeyOrder(base.node);
  const whole = top?.node === undefined ? first : inKeyOrder(layOver(base.node, top.node));
  const layers = {base: first, whole};
  return isScore(first) ? ofScore(layers, modules, diagnostics) : {layers, diagnostics};
}

/** Returns the layers of a Score file. The file alone may be incomplete. */
function ofScore(
  {base, whole}: ApplicationLayers,
  modules: ReadonlySet<string>,
  diagnostics: readonly Diagnostic[],
): ReadLayers {
  const converted = fromScore(whole, modules);
  const all = [...diagnostics, ...converted.diagnostics];
  if (converted.applications === undefined) return {diagnostics: all};
  const below = base === whole ? converted : fromScore(base, modules);
  return {
    layers: {base: below.applications ?? converted.applications, whole: converted.applications},
    diagnostics: all,
  };
}

/** Returns the path of the file that is merged over an application file in a workspace. */
export const overlayPath = (path: string, workspace: string): string =>
  path.replace(/(?=\.(?:ya?ml|json)$)|\.[cm]?[jt]s$/, (program) => `.${workspace}${program === '' ? '' : '.yaml'}`);

function readApplications(path: string): ReadApplications {
  const {file, text, diagnostics: unreadable} = readText(path);
  if (text === undefined) return {diagnostics: unreadable};
  const {documents, diagnostics} = readYaml(text, file);
  const [first, second] = documents.filter(({value}) => value !== null);
  const problem = (code: string, message: string, hint: string): Diagnostic => ({
    severity: 'error',
    code,
    message,
    at: (second ?? first)?.origin.position([]) ?? {file, line: 1, column: 1, endColumn: 2, text: ''},
    hint,
  });
  if (diagnostics.some(isError)) return {diagnostics};
  if (second !== undefined) {
    const message = 'an application file must contain one YAML document, and a second one begins here';
    return {diagnostics: [...diagnostics, problem('config/second-document', message, 'Remove the second document.')]};
  }
  if (first === undefined || !isObject(first.value)) {
    const message = 'an application file must be a mapping from names to applications';
    return {diagnostics: [...diagnostics, problem('config/wrong-type', message, EXAMPLE)]};
  }
  return {node: withoutKusionSpelling(locate(first.value, first.origin)), diagnostics};
}

/** An example of applications, for hints. */
export const EXAMPLE = 'For example {web: {workload: {service: {containers: {web: {image: nginx:1.28}}}}}}.';

/** Returns applications with the spelling of Gantry only. */
export const withoutKusionSpelling = (applications: Located): Located =>
  Object.keys(applications.value ?? {}).reduce((all, name) => rewritten(all, name), applications);

function rewritten(all: Located, name: string): Located {
  const application = partOf(all, name);
  if (application === undefined || !isObject(application.value)) return all;
  const read = fromKusionSpelling(application);
  return read === application ? all : withField(all, name, read);
}
