import {isError} from '../../core/diagnostic/diagnostic.ts';
import {showPath} from '../../core/reference/path.ts';
import type {SourceRecord} from '../../core/release/source-record.ts';
import {claimKey} from '../../core/stacks/shared-claim.ts';
import type {WorkspaceValues} from '../../core/variation/expand-context.ts';
import type {SourceFacts} from '../../ports/source-facts.ts';
import type {Candidate} from '../manifests/candidate.ts';
import {type SourceTools, typesOf} from '../source-tools.ts';
import type {StackLocation} from '../stack-location.ts';
import type {VaryStack} from '../variation/vary-stack.ts';
import type {Built, SourceEntry} from './source.ts';
import {type ChosenSource, sourcesOf} from './sources-of.ts';

/** The inputs for the sources of a stack besides their files. */
export type SourceOptions = {
  /** The workspace that the stack is built for. Absent: patches and values of a workspace cannot be used. */
  readonly workspace?: WorkspaceValues;
  /**
   * Uses the values of a chart that cannot be rendered in place of its objects. Patches and images without a matching object are then ignored.
   * Settings of the stack for objects of these charts are ignored, too.
   */
  readonly valuesSuffice?: boolean;
  /** The facts that sources may request from the cluster of the workspace. */
  readonly facts?: SourceFacts | undefined;
  /** Records the changes that each object went through. */
  readonly traced?: boolean;
  /** Builds only what `charts.lock.yaml` has: a missing, stale or unused entry is an error. */
  readonly onlyLocked?: boolean;
  /** The recipes of a shared stack that are built. Absent: none. */
  readonly claims?: ClaimsToBuild | undefined;
  readonly tools: SourceTools;
};

/** The claims whose resources a stack has. */
export type ClaimsToBuild = {
  /** The keys of the recipes: TYPE/CLASS. `all` checks every recipe. */
  readonly keys: ReadonlySet<string> | 'all';
  /** True to build only recipes: the other files of the stack may have changes that this run must not apply. */
  readonly isOnly?: boolean;
};

type Building = SourceOptions & Pick<VaryStack, 'namespace' | 'stackOrigin'>;

/** Builds the objects of all sources of a stack, in the order of the list. Those that read others are built last. */
export async function buildSources(
  location: StackLocation,
  {tools, facts, workspace, namespace, stackOrigin, valuesSuffice, traced, onlyLocked, claims}: Building,
): Promise<readonly Built[]> {
  const sources = sourcesOf(
    location,
    (index, member, rest) => {
      const path = ['sources', index, member, ...rest];
      return {at: stackOrigin().position(path), path: showPath(path)};
    },
    {types: typesOf(tools), workspace, namespace, traced},
  );
  const stale = onlyLocked === true ? await staleLocks(sources, location, tools) : [];
  if (stale.length > 0) return [{candidates: [], diagnostics: stale}];
  const parts = new Map<number, Built>();
  const named = new Set<string>();
  const earlier: Candidate[] = [];
  for (const [index, {kind, entry}] of lateLast([...sources.entries()])) {
    if (!isBuilt(entry, claims)) continue;
    const source = await tools.source(kind);
    const whole = await source.build({...entry, earlier}, facts);
    const values = valuesSuffice === true && whole.diagnostics.some(isError) ? source.values?.(entry) : undefined;
    const built =
      values === undefined ? whole : {candidates: [], diagnostics: [], values, unrendered: whole.diagnostics};
    const {records = []} = built;
    const second = records.find((record) => named.has(recordName(record)));
    parts.set(index, second === undefined ? built : sameName(kind.name, second.name, entry));
    for (const record of records) named.add(recordName(record));
    earlier.push(...built.candidates);
  }
  return sources.flatMap((_, index) => parts.get(index) ?? []);
}

const isBuilt = ({recipe}: SourceEntry, claims: ClaimsToBuild | undefined): boolean =>
  recipe === undefined
    ? claims?.isOnly !== true
    : claims !== undefined && (claims.keys === 'all' || claims.keys.has(claimKey(recipe)));

const staleLocks = async (
  sources: readonly ChosenSource[],
  {stack}: StackLocation,
  tools: SourceTools,
): Promise<Built['diagnostics']> => (await import('./check-lock.ts')).checkLock(sources, {stackDir: stack.dir, tools});

const recordName = ({kind, name}: SourceRecord): string => JSON.stringify([kind, name]);

type Indexed = readonly [index: number, source: ChosenSource];

const lateLast = (sources: readonly Indexed[]): readonly Indexed[] => [
  ...sources.filter(([, {kind}]) => kind.isLate !== true),
  ...sources.filter(([, {kind}]) => kind.isLate === true),
];

/** Refuses a source with the name of an earlier one, because their records in the release would have one name. */
const sameName = (kind: string, name: string, {at}: SourceEntry): Built => ({
  candidates: [],
  diagnostics: [
    {
      severity: 'error',
      code: `source/${kind}`,
      message: `the stack has two ${kind} sources with the name \`${name}\``,
      ...at(['release']),
      hint: 'Set another `release` for one of them.',
    },
  ],
});
