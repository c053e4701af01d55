import type {KusionRelease} from '../../../config/kusion/kusion-files.ts';
import type {NotTaken} from '../../../core/import/kusion/not-taken.ts';
import type {SecretHandling} from '../../../core/import/secret-handling.ts';
import type {JsonObject} from '../../../core/json.ts';
import type {Release} from '../../../core/release/release.ts';
import type {Resource} from '../../../core/resource/resource.ts';
import {keyOf, takeSpec, takeState} from '../../../kubernetes/import/kusion/take-spec.ts';
import {takeSecret} from '../../../kubernetes/import/take-secret.ts';
import type {FoundHistory, FoundRelease, FoundStack} from './kusion-finds.ts';

/** A Kusion release as far as Gantry can store it; secrets are still in plain text. */
export type PlannedRelease = Pick<Release, 'operation' | 'phase' | 'startedAt' | 'finishedAt'> & {
  /** The Kusion revision. */
  readonly revision: number;
  readonly spec: readonly Resource[];
  readonly state: readonly Resource[];
};

/** A release history to write. */
export type PlannedHistory = {
  readonly project: string;
  readonly stack: string;
  readonly workspace: string;
  /** Oldest first; at least one. */
  readonly releases: readonly PlannedRelease[];
  readonly releasesWith: ReleasesWith;
};

/** Returns the releases with the Secrets that applications make, by their ids: in place of their values they have placeholders. */
export type ReleasesWith = (made: ReadonlyMap<string, JsonObject>) => readonly PlannedRelease[];

/** The plan for one Kusion release history: what to write, or the reasons why it is left out. */
export type HistoriesPlan =
  | {readonly left: readonly NotTaken[]}
  | {
      readonly project: string;
      readonly kusionStack: string;
      readonly workspace: string;
      /** The resources for the file of the stack. */
      readonly spec: readonly Resource[];
      readonly holdsSecrets: boolean;
      /** The Secrets with their values. */
      readonly secrets: readonly Resource[];
      readonly secretIds: readonly string[];
      readonly releases: readonly PlannedRelease[];
      readonly releasesWith: ReleasesWith;
      readonly left: readonly NotTaken[];
    };

/** Plans the import of the releases of a project in a workspace. They become the releases of the stack that was applied last. */
export function planHistories(
  found: FoundHistory,
  stackOf: (name: string) => FoundStack | undefined,
  secrets: SecretHandling,
): HistoriesPlan {
  const {project, workspace, releases, unreadable} = found;
  const last = releases.at(-1);
  if (last === undefined || unreadable !== undefined)
    return {left: unreadable === undefined ? [] : [lost(found, unreadable)]};
  const {stack, phase, revision, state} = last.release;
  if (phase !== 'succeeded' && phase !== 'failed')
    return {
      left: [
        lost(found, `release ${revision} is ${phase}: wait for it or run "kusion release unlock", then import again`),
      ],
    };
  const own = releases.filter(({release}) => release.stack === stack && isFinal(release));
  const written = stackOf(stack)?.generated ?? lastSpec(own);
  if (written === undefined) return {left: [lost(found, 'none of its releases has a spec')]};
  const left = resourcesOf(state);
  const taken = takeSpec({resources: written.resources, state: left, where: written.where, secrets});
  const kept = new Set(taken.resources.map(keyOf));
  // A resource that is not in the file must not be in the state: it would be deleted.
  const named = takeState(written.resources, () => false).map(keyOf);
  const out = new Set(named.filter((key) => !kept.has(key)));
  const isLeft = (one: Resource): boolean => out.has(keyOf(one)) || 'because' in takeSecret(one.attributes, secrets);
  const releasesWith: ReleasesWith = (made) => own.map((one) => planRelease(one, {isLeft, secrets, made}));
  return {
    project,
    kusionStack: stack,
    workspace,
    spec: taken.resources,
    holdsSecrets: taken.holdsSecrets,
    secrets: taken.secrets,
    secretIds: taken.secretIds,
    releases: releasesWith(new Map()),
    releasesWith,
    left: [...taken.left, ...terraformIn(found, taken.left), ...superseded(found, stack)],
  };
}

const lost = ({project, workspace, releases}: FoundHistory, because: string): NotTaken => ({
  what: `releases of ${project} in ${workspace}`,
  where: releases.at(-1)?.where ?? `${project}/${workspace}`,
  because,
});

const isFinal = ({phase}: KusionRelease): boolean => phase === 'succeeded' || phase === 'failed';

const resourcesOf = (part: KusionRelease['spec']) => part?.resources ?? [];

/** Returns the spec of the last run that had one: a run may fail before it has a spec, and a destroy has the spec of what it deletes. */
function lastSpec(releases: readonly FoundRelease[]) {
  const found = releases.findLast(({release}) => resourcesOf(release.spec).length > 0 && !isDestroy(release));
  return found === undefined ? undefined : {resources: resourcesOf(found.release.spec), where: found.where};
}

/** Reports whether a release was a destroy. Kusion does not record the command: a destroy has a spec, and leaves no state. */
const isDestroy = ({phase, spec, state}: KusionRelease): boolean =>
  phase === 'succeeded' && resourcesOf(state).length === 0 && resourcesOf(spec).length > 0;

type PlanRelease = {
  readonly isLeft: (one: Resource) => boolean;
  readonly secrets: SecretHandling;
  readonly made: ReadonlyMap<string, JsonObject>;
};

function planRelease({release, where}: FoundRelease, {isLeft, secrets, made}: PlanRelease): PlannedRelease {
  const {revision, phase, spec, state, createTime, modifiedTime} = release;
  const taken = takeSpec({resources: resourcesOf(spec), state: resourcesOf(state), where, secrets});
  const ofApplications = taken.secrets.flatMap((one) => {
    const attributes = made.get(one.id);
    return attributes === undefined ? [] : [{...one, attributes}];
  });
  return {
    revision,
    operation: isDestroy(release) ? 'destroy' : 'apply',
    phase: phase === 'failed' ? 'failed' : 'succeeded',
    startedAt: timeOf(createTime),
    finishedAt: timeOf(modifiedTime),
    spec: isDestroy(release)
      ? []
      : [...taken.resources.filter((one) => !isLeft(one) && !made.has(one.id)), ...ofApplications],
    state: takeState(resourcesOf(state), (one) => !made.has(one.id) && isLeft(one)),
  };
}

/** Converts a time with Kusion's own time zone to UTC. */
function timeOf(text: string): string {
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? new Date(0).toISOString() : time.toISOString();
}

/** Returns the Terraform resources that are only in the state, because the spec no longer names them. */
function terraformIn({releases}: FoundHistory, reported: readonly NotTaken[]): readonly NotTaken[] {
  const last = releases.at(-1);
  const known = new Set(reported.map(({what}) => what));
  return resourcesOf(last?.release.state)
    .filter(({type, id}) => type === 'Terraform' && !known.has(id))
    .map(({id}) => ({
      what: id,
      where: last?.where ?? '',
      because: 'a Terraform resource: it stays unchanged, and Gantry does not manage it',
    }));
}

function superseded({project, workspace, releases}: FoundHistory, stack: string): readonly NotTaken[] {
  const others = Map.groupBy(
    releases.filter(({release}) => release.stack !== stack),
    ({release}) => release.stack,
  );
  return [...others].map(([name, those]) => ({
    what: `releases of stack ${project}/${name} in ${workspace}`,
    where: those.at(-1)?.where ?? '',
    because: `Kusion keeps one state per project and workspace, and since release ${releases.find(({release}) => release.stack === stack && release.revision > (those.at(-1)?.release.revision ?? 0))?.release.revision ?? 0} that state belongs to stack ${stack}`,
  }));
}
