import {realpathSync, statSync} from 'node:fs';
import {join, resolve} from 'node:path';
import type {Origin} from '../../../core/diagnostic/origin.ts';
import {isObject, type JsonObject} from '../../../core/json.ts';
import {leavesProject} from '../../project-link.ts';
import {readText} from '../../read-text.ts';
import {readYaml} from '../../yaml/read-yaml.ts';
import {
  type Entry,
  type Generator,
  generatorsOf,
  looksRemote,
  otherEntries,
  patchEntries,
  treeEntries,
} from './entries.ts';
import {type HelmChartEntry, helmChartsOf, rendersCharts} from './helm-charts.ts';
import {kustomizationsIn} from './kustomization-file.ts';

/** An object, or a part of one, in a file that a kustomization names. */
export type WrittenPart = {readonly value: JsonObject; readonly origin: Origin};

/** A kustomization that was read: the source's own or a base. */
export type WalkedKustomization = {
  readonly directory: string;
  readonly value: JsonObject;
  readonly origin: Origin;
  readonly generators: readonly Generator[];
  readonly charts: readonly HelmChartEntry[];
};

/** The local parts of a kustomization and of its bases. */
export type Walked = {
  /** Bases before their overlays. The kustomization itself is the last. */
  readonly kustomizations: readonly WalkedKustomization[];
  /** Objects and patches, in the order in which they are applied. */
  readonly parts: readonly WrittenPart[];
  /** Entries that kustomize would fetch. */
  readonly remote: readonly {readonly entry: string; readonly origin: Origin; readonly path: Entry['path']}[];
  /** Directories that are links, or below links, that lead out of the project. */
  readonly leaving: Walked['remote'];
  /** The values that secret generators read. */
  readonly secretTexts: readonly string[];
  /** Kustomizations that Gantry could not read, although kustomize may. The files that they name are not known. */
  readonly unread: readonly string[];
};

/** Reports whether kustomize needs Helm to build a kustomization. */
export const needsHelm = (walked: Walked): boolean =>
  hasChartGenerator(walked) || walked.kustomizations.some(({value}) => rendersCharts(value));

/** Reports whether a file of `generators` renders a chart. The place of such a chart is not known. */
export const hasChartGenerator = ({parts}: Walked): boolean =>
  parts.some(({value}) => value['kind'] === 'HelmChartInflationGenerator');

/** Reads a kustomization and all bases that kustomize would reach. Errors in them are not reported, because kustomize reports them. */
export function walkKustomization(directory: string): Walked {
  const walked: Mutable = {kustomizations: [], parts: [], remote: [], leaving: [], secretTexts: [], unread: []};
  walkDirectory(real(directory), walked, new Set());
  return walked;
}

type Mutable = {[Name in keyof Walked]: Walked[Name][number][]};

function walkDirectory(directory: string, walked: Mutable, above: ReadonlySet<string>): void {
  const [file] = kustomizationsIn(directory);
  // kustomize reports a cycle of bases. A base that two overlays share is read twice, as kustomize does.
  if (file === undefined || above.has(directory)) return;
  const {value, origin} = readFile(file, walked);
  const within = new Set([...above, directory]);
  for (const entry of treeEntries(value)) walkEntry(entry, {directory, origin}, walked, within);
  const generators = generatorsOf(value);
  for (const generator of generators) walkGenerator(generator, {directory, origin}, walked);
  for (const entry of otherEntries(value)) noteRemote(entry, {directory, origin}, walked);
  for (const entry of patchEntries(value)) readParts(join(directory, entry.text), walked);
  const charts = helmChartsOf(value, directory);
  for (const chart of charts) walkChart(chart, {directory, origin}, walked);
  walked.kustomizations.push({directory, value, origin, generators, charts});
}

/** Reads a kustomization file, as far as it can be parsed. */
function readFile(file: string, {unread}: Mutable): {readonly value: JsonObject; readonly origin: Origin} {
  const {text, file: shown} = readText(file);
  const {documents, diagnostics} = readYaml(text ?? '', shown);
  const [document, ...others] = documents;
  const {value, isWhole, origin} = document ?? {value: null, isWhole: false, origin: nowhereIn(shown)};
  if (!isWhole || !isObject(value) || others.length > 0 || diagnostics.length > 0) unread.push(file);
  return {value: isObject(value) ? value : {}, origin};
}

type From = {readonly directory: string; readonly origin: Origin};

function walkEntry(entry: Entry, from: From, walked: Mutable, above: ReadonlySet<string>): void {
  const path = resolve(from.directory, entry.text);
  const kind = kindOf(path);
  if (kind === 'file') return readParts(path, walked);
  if (noteRemote(entry, from, walked)) return;
  if (kind !== 'directory') return;
  if (leavesProject(path)) walked.leaving.push({entry: entry.text, origin: from.origin, path: entry.path});
  else walkDirectory(real(path), walked, above);
}

function walkGenerator({kind, literals, files, envs}: Generator, from: From, walked: Mutable): void {
  for (const entry of [...files, ...envs]) noteRemote(entry, from, walked);
  if (kind !== 'Secret') return;
  const textOf = ({text}: Entry): string => readText(join(from.directory, text)).text ?? '';
  const lines = envs.flatMap((entry) => textOf(entry).split(/\r?\n/));
  walked.secretTexts.push(...[...literals, ...lines].map(valueOf), ...files.map(textOf));
}

function walkChart(chart: HelmChartEntry, from: From, walked: Mutable): void {
  for (const entry of chart.values) noteRemote(entry, from, walked);
  const {origin} = from;
  if (chart.exists && leavesProject(chart.directory))
    walked.leaving.push({entry: `the chart ${chart.name}`, origin, path: chart.path});
  // Without a repository, kustomize reports that the chart is missing.
  if (!chart.exists && chart.repository !== undefined)
    walked.remote.push({entry: `the chart ${chart.name} of ${chart.repository}`, origin, path: chart.path});
}

/** Returns the value of a line `KEY=value`. */
const valueOf = (line: string): string => line.replace(/^[^=]*=/, '');

/** Records an entry that kustomize would fetch, and reports whether it is one. */
function noteRemote({text, path}: Entry, {directory, origin}: From, {remote}: Mutable): boolean {
  if (!looksRemote(text) || kindOf(resolve(directory, text)) === 'file') return false;
  remote.push({entry: text, origin, path});
  return true;
}

function readParts(file: string, {parts}: Mutable): void {
  const {text, file: shown} = readText(file);
  for (const {value, origin} of readYaml(text ?? '', shown).documents) if (isObject(value)) parts.push({value, origin});
}

function kindOf(path: string): 'file' | 'directory' | undefined {
  try {
    return statSync(path).isDirectory() ? 'directory' : 'file';
  } catch {
    return undefined;
  }
}

function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

const nowhereIn = (file: string): Origin => ({
  file,
  position: () => ({file, line: 1, column: 1, endColumn: 2, text: ''}),
});
