import type {NotTaken} from '../../../core/import/kusion/not-taken.ts';
import type {SecretHandling} from '../../../core/import/secret-handling.ts';
import type {Json, JsonObject} from '../../../core/json.ts';
import {isSecretObject} from '../../../core/reference/secret-data-references.ts';
import {objectKey} from '../../../core/resource/id.ts';
import {identityOf} from '../../../core/resource/identity.ts';
import type {Resource} from '../../../core/resource/resource.ts';
import {compareNaturally} from '../../../lib/compare-naturally.ts';
import {dropServerFields} from '../../fields/drop-server-fields.ts';
import {takeSecret} from '../take-secret.ts';
import {settlePaths} from './settle-paths.ts';

/** A resource as Kusion writes it. */
export type ForeignResource = {
  readonly id: string;
  readonly type: string;
  readonly attributes?: JsonObject | null | undefined;
  readonly dependsOn?: readonly string[] | null | undefined;
  readonly extensions?: JsonObject | null | undefined;
};

/** The resources of a Kusion spec, and their last state. */
export type TakeSpec = {
  readonly resources: readonly ForeignResource[];
  /** The state of the resources after the last release. */
  readonly state: readonly ForeignResource[];
  readonly where: string;
  readonly secrets: SecretHandling;
};

/** The resources that are imported, and those that are not. */
export type TakenSpec = {
  /** Sorted by id. */
  readonly resources: readonly Resource[];
  readonly left: readonly NotTaken[];
  /** The ids of Secrets, which are written in another form or left out. */
  readonly secretIds: readonly string[];
  /** The Secrets as they are, with their values. */
  readonly secrets: readonly Resource[];
  readonly holdsSecrets: boolean;
};

/** Returns the resources of a Kusion spec that Gantry supports, in the form of a spec file. */
export function takeSpec({resources, state, where, secrets}: TakeSpec): TakenSpec {
  const left: NotTaken[] = [];
  const applied = new Map(state.map(({id, attributes}) => [id, attributes ?? undefined]));
  const objects = resources.flatMap((one) => {
    const judged = judge(one);
    if ('because' in judged) left.push({what: one.id, where, because: judged.because});
    return 'because' in judged ? [] : [judged];
  });
  const taken = objects.map((one) => ({...one, taken: takeSecret(one.attributes, secrets)}));
  for (const {id, taken: secret} of taken)
    if ('because' in secret) left.push({what: id, where, because: secret.because});
  const holdsSecrets = taken.some(({taken: secret}) => 'holdsSecrets' in secret);
  const settled = settleAll(
    taken.flatMap(({taken: secret, ...one}) => ('because' in secret ? [] : [{...one, attributes: secret.object}])),
    applied,
  );
  for (const one of settled.left) left.push({...one, where});
  const ids = new Set(settled.resources.map(({id}) => id));
  return {
    resources: settled.resources
      .map((one) => ({...one, dependsOn: one.dependsOn.filter((id) => ids.has(id))}))
      .toSorted((a, b) => compareNaturally(a.id, b.id)),
    left: [...left, ...resources.flatMap((one) => (ids.has(one.id) ? healthOf(one, where) : []))],
    secretIds: taken.filter(({attributes}) => attributes['kind'] === 'Secret').map(({id}) => id),
    secrets: objects.filter(({attributes}) => isSecretObject(attributes)),
    holdsSecrets,
  };
}

/**
 * Returns the resources of a Kusion state that Gantry supports. What is in the state but in no file would be deleted,
 * so what is left out of the spec is left out here, too.
 */
export function takeState(state: readonly ForeignResource[], isLeft: (one: Resource) => boolean): readonly Resource[] {
  const taken = state.flatMap((one) => {
    const judged = judge(one);
    return 'because' in judged || isLeft(judged) ? [] : [judged];
  });
  const ids = new Set(taken.map(({id}) => id));
  return taken.map((one) => ({...one, dependsOn: one.dependsOn.filter((id) => ids.has(id))}));
}

/** Returns the identity of an object without its version. */
export const keyOf = ({attributes}: Pick<Resource, 'attributes'>): string => objectKey(identityOf(attributes));

function judge({id, type, attributes, dependsOn, extensions}: ForeignResource): Resource | {readonly because: string} {
  if (type === 'Terraform') return {because: 'a Terraform resource: Gantry does not manage it, and it stays as it is'};
  if (type !== 'Kubernetes') return {because: `its type ${type} is not known`};
  const {kind, name, apiVersion} = identityOf(attributes ?? {});
  if (kind === '' || name === '' || apiVersion === '') return {because: 'it is not a Kubernetes object'};
  const {healthPolicy: _, ...kept} = extensions ?? {};
  const object = dropServerFields(attributes ?? {});
  return {id, type, attributes: object, dependsOn: dependsOn ?? [], extensions: kept};
}

const healthOf = ({id, extensions}: ForeignResource, where: string): readonly NotTaken[] =>
  extensions?.['healthPolicy'] === undefined || isEmpty(extensions['healthPolicy'])
    ? []
    : [
        {
          what: `healthPolicy of ${id}`,
          where,
          because: 'a health rule in KCL: write it again as `health` in stack.yaml',
        },
      ];

const isEmpty = (value: Json): boolean =>
  value === null || (typeof value === 'object' && Object.keys(value).length === 0);

type Settled = {readonly resources: readonly Resource[]; readonly left: readonly Omit<NotTaken, 'where'>[]};

/** Leaves out resources that take a value from a resource that is left out, repeatedly until nothing changes. */
function settleAll(objects: readonly Resource[], applied: ReadonlyMap<string, JsonObject | undefined>): Settled {
  let resources = objects;
  const left: Omit<NotTaken, 'where'>[] = [];
  for (;;) {
    const ids = resources.map(({id}) => id);
    const leadsOn = (reference: string): boolean => ids.some((id) => reference.startsWith(`$kusion_path.${id}.`));
    const judged = resources.map((one) => ({
      one,
      settled: settlePaths({attributes: one.attributes, applied: applied.get(one.id), leadsOn}),
    }));
    const lost = judged.flatMap(({one, settled}) =>
      'because' in settled ? [{what: one.id, because: settled.because}] : [],
    );
    if (lost.length === 0) {
      const filled = judged.flatMap(({one, settled}) => ('filled' in settled ? filledOf(one.id, settled.filled) : []));
      return {
        resources: judged.map(({one, settled}) =>
          'attributes' in settled ? {...one, attributes: settled.attributes} : one,
        ),
        left: [...left, ...filled],
      };
    }
    left.push(...lost);
    const gone = new Set(lost.map(({what}) => what));
    resources = resources.filter(({id}) => !gone.has(id));
  }
}

const filledOf = (id: string, references: readonly string[]): readonly Omit<NotTaken, 'where'>[] =>
  references.map((reference) => ({
    what: `${reference} in ${id}`,
    because: 'it refers to a resource that is not imported: the value of the last release replaces it',
  }));
