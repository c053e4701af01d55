import type {JsonObject} from '../json.ts';

/** The moments at which a hook of a Helm chart runs. */
export const HOOK_EVENTS = [
  'pre-install',
  'post-install',
  'pre-upgrade',
  'post-upgrade',
  'pre-delete',
  'post-delete',
  'pre-rollback',
  'post-rollback',
  'test',
] as const;

/** A moment at which a hook runs. */
export type HookEvent = (typeof HOOK_EVENTS)[number];

/** The conditions under which the object of a hook is deleted. */
export const DELETE_POLICIES = ['before-hook-creation', 'hook-succeeded', 'hook-failed'] as const;

/** A condition under which the object of a hook is deleted. */
export type DeletePolicy = (typeof DELETE_POLICIES)[number];

/** The settings of a hook, which its annotations and its source determine. */
export type HookSettings = {
  readonly events: readonly HookEvent[];
  readonly weight: number;
  /** Helm uses `before-hook-creation` if the object names none. */
  readonly deletePolicies: readonly DeletePolicy[];
  /** The outcomes after which its log is printed. The end of the log of a failed container is always part of the error. */
  readonly outputLogs: readonly ('hook-succeeded' | 'hook-failed')[];
  /** The name of the Helm release. */
  readonly source: string;
  /** Its place in the order in which Helm runs the hooks of the source. */
  readonly place: number;
  /** True for an object that does something and ends. Others only have to exist. */
  readonly runsToEnd: boolean;
  /** The moment at which post hooks run: when the objects of the source are ready, or as soon as they are applied. */
  readonly post: 'ready' | 'applied';
  /** The digest of the chart and its values. A record has the keyed digest of the whole hook instead. */
  readonly inputs?: string;
};

/** An object that is created to do something once, and that no release owns. */
export type Hook = HookSettings & {
  /** The id of its object. */
  readonly id: string;
  readonly attributes: JsonObject;
  /** True if references in its values are expanded. */
  readonly isExpandable: boolean;
  /** The keyed digest of the chart, its values and the object, if a release recorded it. */
  readonly digest?: string;
};

/** The facts about a hook in the change that runs it. */
export type HookOfChange = Pick<HookSettings, 'source' | 'weight' | 'deletePolicies'> & {readonly event: HookEvent};

/** Identifies a hook in its source. Hooks for different events may have objects with the same id. */
export const hookKey = ({source, id, events}: Pick<Hook, 'source' | 'id' | 'events'>): string =>
  JSON.stringify([source, id, ...events]);

/** Reports whether an id is that of a change that runs a hook. */
export const isHookChange = (id: string): boolean => HOOK_EVENTS.some((event) => id.endsWith(`@${event}`));

/** A part of a source: an object, and whether it comes before all others of the source. */
export type SourcePart = {
  /** The name of the Helm release. */
  readonly source: string;
  /** True for a CRD in `crds/`. */
  readonly isFirst?: true;
};

/** Reports whether an event comes before the objects of the source are changed. */
export const isPre = (event: HookEvent): boolean => event.startsWith('pre-');

/** Reports whether an event belongs to the removal of the source. */
export const isOfRemoval = (event: HookEvent): boolean => event.endsWith('-delete');
