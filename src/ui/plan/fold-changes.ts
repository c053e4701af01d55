import type {Action, Change} from '../../core/plan/plan.ts';

/** Equal changes of one object or of several: `first` stands for all, `ids` names them. */
export type FoldedChange = {readonly first: Change; readonly ids: readonly string[]};

// Of these the object is the change: each is shown by itself.
const FOLDED: ReadonlySet<Action> = new Set<Action>(['update', 'adopt', 'replace']);

// Deletions that are too many are one thing to permit.
const isFolded = ({action, blocked, effects}: Change): boolean =>
  FOLDED.has(action) || (action === 'delete' && blocked !== undefined && effects === undefined);

/**
 * Changes that say the same are shown once: same action, reason, permission lacking, effects, and the same fields (path, values,
 * cause, by whom). When each field was written and where its value stands may differ. The kind may differ, too: one label on
 * every object of a stack is one change to read.
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
  // A permission names the object: what is the same is which one is lacking.
  const lacking =
    blocked === undefined ? null : [blocked.needs.replaceAll(id, '*'), blocked.because.replaceAll(id, '*')];
  const facts = fields.map(({path, before, after, cause, manager, sensitive, unknown, yielded}) => [
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

/** What is true of the first object alone is not said of all. */
const withoutPlaces = (change: Change): Change => ({
  ...change,
  fields: change.fields.map(({at: _at, time: _time, ...field}) => field),
});
