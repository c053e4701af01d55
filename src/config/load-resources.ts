import {existsSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {type Diagnostic, isError} from '../core/diagnostic/diagnostic.ts';
import {inOrder} from '../core/diagnostic/in-order.ts';
import type {Origins} from '../core/diagnostic/origin.ts';
import {GantryError} from '../core/failure/failure.ts';
import type {Hook, SourcePart} from '../core/hook/hook.ts';
import type {JsonObject} from '../core/json.ts';
import type {SourceRecord} from '../core/release/source-record.ts';
import type {Resource} from '../core/resource/resource.ts';
import {newTraces, type Trace, type Traces, traceOf} from '../core/variation/trace.ts';
import {defined} from '../lib/defined.ts';
import {once} from '../lib/once.ts';
import {withImported} from './imported-resources.ts';
import type {Candidate, Candidates} from './manifests/candidate.ts';
import {applyRestartSetting} from './manifests/restart-setting.ts';
import {settle} from './manifests/settle.ts';
import {unreadReferences} from './manifests/unread-references.ts';
import {usersProblems} from './manifests/users-problems.ts';
import {originOfFile} from './origin-of-file.ts';
import {shownPath} from './read-text.ts';
import type {StoreInFile} from './secret-store.ts';
import {typesOf} from './source-tools.ts';
import {buildSources, type SourceOptions} from './sources/build-sources.ts';
import type {GeneratedGroup} from './sources/generated.ts';
import type {Built, ExplainChartField} from './sources/source.ts';
import type {StackLocation} from './stack-location.ts';
import {readNamespace} from './variation/stack-namespace.ts';
import type {VaryStack} from './variation/vary-stack.ts';

/** Resources of a stack after all its sources, patches and images. */
export type LoadedResources = {
  /** Sorted by id, so that the same files give the same bytes. */
  readonly resources: readonly Resource[];
  readonly origins: Origins;
  /** Warnings. Errors are thrown. */
  readonly diagnostics: readonly Diagnostic[];
  /** Ids of resources whose values may contain references: those of spec files and of sources with `references: true`. */
  readonly expandable: ReadonlySet<string>;
  /** Ids with a default namespace although the scope of the kind is unknown. The cluster decides later. */
  readonly scopeGuessed?: ReadonlySet<string>;
  /** The resources that the workspace changes (by patches or by values of its context), as they are without those changes. */
  readonly own?: ReadonlyMap<string, JsonObject> | undefined;
  /** The namespace of the stack in the workspace. */
  readonly namespace?: string | undefined;
  /** The changes that each object went through. Present if `traced` is set. */
  readonly trace?: Trace | undefined;
  /** The `context` of a spec file. */
  readonly context?: JsonObject | undefined;
  /** The secret store of a spec file. */
  readonly secretStore?: StoreInFile | undefined;
  /** The hooks of the sources, in no order. */
  readonly hooks?: readonly Hook[];
  /** The source of each resource that belongs to a source with hooks. */
  readonly parts?: ReadonlyMap<string, SourcePart>;
  /** The records of the sources, for the release. */
  readonly records?: readonly SourceRecord[];
  /** The generated values of charts and modules. */
  readonly generated?: readonly GeneratedGroup[];
  /** The explanations of fields by the values of charts. */
  readonly explainField?: readonly ExplainChartField[];
  /** The values of charts that were not rendered. */
  readonly values?: readonly JsonObject[];
  /** The ids of the resources that were made for claims, by TYPE/CLASS. */
  readonly claimed?: ReadonlyMap<string, readonly string[]>;
  /** The problems that `valuesSuffice` ignores: those of the charts, and those of patches and images without their objects. */
  readonly ignored?: readonly Diagnostic[];
};

/** The inputs for loading a stack besides its files. */
export type LoadOptions = SourceOptions & {
  /** `--spec-file`, in place of the stack's sources; relative paths start at the current directory. */
  readonly specFile?: string | undefined;
  /** `--image NAME=REF`. */
  readonly images?: readonly string[];
  /** Accepts a stack without resources. */
  readonly allowEmpty?: boolean | undefined;
};

/**
 * Reads the desired objects of a stack from its files.
 * @throws GantryError `input/invalid` with every problem of every file
 */
export async function loadResources(location: StackLocation, options: LoadOptions): Promise<LoadedResources> {
  const {specFile} = options;
  const histories = options.traced === true ? newTraces() : undefined;
  const stackOrigin = once(() => originOfFile(location.stack.file));
  const {namespace, diagnostics: unplaced} = readNamespace(location.stack.namespace, options.workspace, stackOrigin);
  const read =
    specFile === undefined
      ? await buildSources(location, {...options, namespace, stackOrigin})
      : [(await import('./sources/spec/read-spec-file.ts')).readSpecFile(resolve(specFile), typesOf(options.tools))];
  const candidates = read.flatMap((part) => part.candidates);
  const problems = read.flatMap((part) => part.diagnostics);
  // A patch may find no object because a file could not be read. Only the cause is reported.
  const varied =
    problems.some(isError) || unplaced.some(isError)
      ? {candidates, diagnostics: []}
      : await varyAll(candidates, location, {...options, namespace, stackOrigin, histories});
  const {
    diagnostics: conflicts,
    made,
    ...settled
  } = applyRestartSetting(settle(varied.candidates, namespace), location.stack.restartOnChange === true);
  const {resources, diagnostics: unimported} = withImported({
    resources: settled.resources,
    workspace: options.workspace,
    project: location.project.name,
  });
  const unrendered = read.flatMap(({unrendered: problems}) => problems ?? []);
  const ignored = unrendered.length === 0 ? [] : [...unrendered, ...varied.diagnostics];
  const mayBeEmpty = options.allowEmpty === true || location.stack.recipes !== undefined;
  const isEmpty = candidates.length === 0 && !mayBeEmpty && !problems.some(isError);
  const diagnostics = [
    ...(location.diagnostics ?? []),
    ...problems,
    ...unplaced,
    ...(ignored.length > 0 ? [] : varied.diagnostics),
    ...unreadReferences(varied.candidates),
    ...conflicts,
    ...unimported,
    ...(await usersProblems(settled, location.project.name)),
    ...(isEmpty ? [emptyStack(location, specFile)] : []),
  ];
  if (diagnostics.some(isError)) throw new GantryError({code: 'input/invalid', diagnostics: inOrder(diagnostics)});
  return {
    ...settled,
    resources,
    ...saidOf(read),
    ...defined({ignored: someOf(ignored), claimed: claimedIn(made)}),
    namespace,
    diagnostics,
    trace: histories && traceOf(histories, made, namespace),
  };
}

/** Returns the resources that were created for claims. */
function claimedIn(made: ReadonlyMap<string, Candidate>): LoadedResources['claimed'] | undefined {
  const claimed = [...made].flatMap(([id, {claim}]) => (claim === undefined ? [] : [{id, claim}]));
  if (claimed.length === 0) return undefined;
  return new Map([...Map.groupBy(claimed, ({claim}) => claim)].map(([key, all]) => [key, all.map(({id}) => id)]));
}

/** Returns what sources say besides their objects. */
const saidOf = (
  read: readonly Built[],
): Pick<LoadedResources, 'context' | 'secretStore' | 'records' | 'generated' | 'explainField' | 'values'> => ({
  context: read.find(({context}) => context !== undefined)?.context,
  secretStore: read.find(({secretStore}) => secretStore !== undefined)?.secretStore,
  ...defined({
    records: someOf(read.flatMap(({records}) => records ?? [])),
    generated: someOf(read.flatMap(({generated}) => generated ?? [])),
    explainField: someOf(read.flatMap(({explainField}) => explainField ?? [])),
    values: someOf(read.flatMap(({values}) => (values === undefined ? [] : [values]))),
  }),
});

const someOf = <Item>(items: readonly Item[]): readonly Item[] | undefined => (items.length === 0 ? undefined : items);

type Varying = LoadOptions & Pick<VaryStack, 'namespace' | 'stackOrigin'> & {readonly histories: Traces | undefined};

/** Applies patches, context values, images, and the mutations of the policy. Most stacks have none, so the module is loaded only when needed. */
async function varyAll(
  candidates: readonly Candidate[],
  location: StackLocation,
  varying: Varying,
): Promise<Candidates> {
  const varied = await varyIfNeeded(candidates, location, varying);
  const {workspace, namespace, histories} = varying;
  if (workspace?.mutations === undefined || varied.diagnostics.some(isError)) return varied;
  const {mutate} = await import('./variation/mutate.ts');
  const mutated = await mutate(varied.candidates, await workspace.mutations(), {namespace, histories});
  return {candidates: mutated.candidates, diagnostics: [...varied.diagnostics, ...mutated.diagnostics]};
}

async function varyIfNeeded(
  candidates: readonly Candidate[],
  location: StackLocation,
  {workspace, images = [], ...varying}: Varying,
): Promise<Candidates> {
  // Patches and images of the stack are changes of its owner, which a shared claim alone does not apply.
  if (varying.claims?.isOnly === true) return varyClaims(candidates, location, workspace, varying);
  const {patches, images: written} = location.stack;
  const hasPatches = patches !== undefined || existsSync(join(location.stack.dir, 'patches'));
  const mayExpand = varying.histories !== undefined || candidates.some(({isExpandable}) => isExpandable);
  if (!hasPatches && !mayExpand && images.length === 0 && written === undefined) return {candidates, diagnostics: []};
  const {varyStack} = await import('./variation/vary-stack.ts');
  const {namespace, stackOrigin, histories} = varying;
  return varyStack(candidates, {location, workspace, namespace, images, stackOrigin, histories});
}

async function varyClaims(
  candidates: readonly Candidate[],
  {project, stack: {patches: _, images: __, ...stack}}: StackLocation,
  workspace: Varying['workspace'],
  {namespace, stackOrigin, histories}: Omit<Varying, 'workspace'>,
): Promise<Candidates> {
  const {varyStack} = await import('./variation/vary-stack.ts');
  const location = {project, stack};
  return varyStack(candidates, {location, workspace, namespace, images: [], stackOrigin, histories, isPatched: false});
}

function emptyStack({stack}: StackLocation, specFile: string | undefined): Diagnostic {
  return {
    severity: 'error',
    code: 'spec/empty',
    message: `${specFile ?? shownPath(stack.dir)} contains no resources`,
    hint: 'Run `gantry destroy` to delete everything that the stack has applied, or pass --allow-empty to apply an empty stack.',
  };
}
