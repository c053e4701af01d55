import {FAILSAFE_SCHEMA, load} from 'js-yaml';
import {readVersion} from '../../core/chart/chart-version.ts';
import {defined} from '../../lib/defined.ts';
import type {SourceProblem} from '../../ports/source-problem.ts';
import type {ChartFiles} from './read-archive.ts';

/** A dependency in Chart.yaml. */
export type ChartDependency = {readonly name: string; readonly version: string; readonly repository: string};

/** A chart's Chart.yaml, with its dependencies and their locked versions. Charts of Helm 2 have them in files of their own. */
export type ChartMetadata = {
  readonly name: string;
  readonly version: string;
  readonly dependencies: readonly ChartDependency[];
  /** The contents of Chart.lock. Absent: it has none. */
  readonly lock?: readonly ChartDependency[];
};

/** Reads the metadata of a chart. */
export function readMetadata(files: ChartFiles): ChartMetadata | SourceProblem {
  const chart = readFile(files, 'Chart.yaml');
  if (chart === undefined) return {problem: 'the chart has no Chart.yaml that can be read'};
  const {name, version, apiVersion} = chart;
  if (typeof name !== 'string' || !/^[A-Za-z0-9][\w.-]*$/.test(name))
    return {problem: 'Chart.yaml has no valid `name`'};
  if (typeof version !== 'string' || readVersion(version) === undefined)
    return {problem: 'Chart.yaml has no valid `version`'};
  const isOld = apiVersion !== 'v2';
  const listed = isOld ? readFile(files, 'requirements.yaml') : chart;
  const lock = readFile(files, isOld ? 'requirements.lock' : 'Chart.lock');
  const dependencies = dependenciesOf(listed?.['dependencies']);
  return {name, version, dependencies, ...defined({lock: lock && dependenciesOf(lock['dependencies'])})};
}

type Fields = Readonly<Record<string, unknown>>;

function readFile(files: ChartFiles, path: string): Fields | undefined {
  const content = files.get(path);
  return content === undefined ? undefined : readTexts(Buffer.from(content).toString('utf8'));
}

/** Reads a mapping in YAML whose scalars are texts: `version: 1.10` is not a number. Returns undefined for any other text. */
export function readTexts(text: string): Fields | undefined {
  try {
    const value = load(text, {schema: FAILSAFE_SCHEMA});
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
  } catch {
    return undefined;
  }
}

function dependenciesOf(value: unknown): readonly ChartDependency[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((one: unknown) => {
    const {name, version, repository} = (one ?? {}) as Fields;
    return typeof name === 'string' ? [{name, version: textOf(version), repository: textOf(repository)}] : [];
  });
}

const textOf = (field: unknown): string => (typeof field === 'string' ? field : '');
