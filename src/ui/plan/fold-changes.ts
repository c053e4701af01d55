import type {Action, Change} from '../../core/plan/plan.ts';

/** Equal changes of one or several objects. `first` is one of them, `ids` lists the objects. */
export type FoldedChange = {readonly first: Change; readonly ids: readonly string[]};

// Creations and deletions are shown separately, because there the object itself is the change.
const FOLDED: ReadonlySet<Action> = new Set<Action>(['update', 'adopt', 'replace']);

// Deletions that exceed the guard are permitted together.
const isFolded = ({action, movedFrom, blocked, effects}: Change): boolean =>
  (FOLDED.has(action) && movedFrom === undefined) ||
  (action === 'delete' && blocked !== undefined && effects === undefined);

/**
 * Folds equal changes: the same action, reason, missing permission, effects, and the same fields (path, values, cause, manager) without those of an adoption that only change the owner. The time
 * of the last write and the place of a value may differ. The kind may differ, too: one label on every object of a stack is one change to
 * read.
 */
export function foldChanges(changes: readonly Change[]): readonly FoldedChange[] {
  const folds = new Map<string, {readonly first: Change; readonly ids: string[]}>();
  for (const change of changes) {
    const key = isFolded(change) ? sameness(change) : `id ${change.id}`;
    const fold = folds.get(key);
    if (fold === undefined) folds.set(key, {first: change, ids: [change.id]});
    else fold.ids.push(change.id);
  }
  return [...folds.values()].map(({first, ids}) => ({first: ids.length === 1 ? first : withoutPlaces(first), ids}));
}

function sameness({id, action, reason, verified, blocked, effects, fields}: Change): string {
  // The id in a permission is ignored, so that the same permission of several objects is equal.
  const lacking =
    blocked === undefined ? null : [blocked.needs.replaceAll(id, '*'), blocked.because.replaceAll(id, '*')];
  const facts = told(action, fields).map(({path, before, after, cause, manager, sensitive, unknown, yielded}) => [
    path,
    before,
    after,
    cause,
    manager,
    // JSON writes an absent value in a list as null.
    [before === undefined, after === undefined, sensitive, unknown, yielded],
  ]);
  return JSON.stringify([action, reason, verified, lacking, effects, facts]);
}

/** Removes facts of the first object that are not true for all. */
const withoutPlaces = (change: Change): Change => ({
  ...change,
  fields: told(change.action, change.fields).map(({at: _at, time: _time, ...field}) => field),
});

/**
 * Returns the fields that distinguish a change. An adoption makes Gantry the owner of all fields of the files; the annotation with the id,
 * and the number of those fields, differ for each object.
 */
const told = (action: Action, fields: Change['fields']): Change['fields'] =>
  action === 'adopt' ? fields.filter(({cause}) => cause !== 'ownership') : fields;
