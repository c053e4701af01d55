import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {type KnownState, knownState} from '../../core/release/known-state.ts';
import {selectorOf} from '../../core/selection/selector.ts';
import type {ReleaseHistory} from '../../engine/release/release-history.ts';
import {begunStates} from '../../kubernetes/release/begun-states.ts';
import {didYouMean} from '../../lib/did-you-mean.ts';
import type {PlanSource} from '../plan/plan-source.ts';
import type {PreviewRequest} from '../plan/release-requests.ts';
import {released, type SelectedResources, specOf} from '../plan/select-resources.ts';
import {resourceNotFound} from '../resource/resource-not-found.ts';

/** The resources to orphan in a release history. */
export type SelectOrphaned = Pick<PlanSource, 'loaded' | 'names'> & {
  readonly history: ReleaseHistory;
  /** Selectors as for `--target`, without dependencies: exactly these are orphaned. */
  readonly selectors: readonly string[];
};

/**
 * Selects the resources to orphan; the rest stays as in the last release.
 * @throws GantryError resource/not-found for a selector that matches nothing.
 */
export function selectOrphaned({selectors, history, loaded, names}: SelectOrphaned): SelectedResources {
  const known = knownState(history.last, history.interrupted);
  const states = [...known.state, ...begunStates(known.unsure)];
  const specThen = specOf(history);
  const resources = states.map((state) => released(state, specThen.get(state.id)));
  const ids = resources.map(({id}) => id);
  const selected = new Set(
    selectors.flatMap((text) => {
      const found = resources.filter(selectorOf(text, new Set(ids)));
      if (found.length === 0) throw resourceNotFound(names, text, didYouMean(text, ids));
      return found.map(({id}) => id);
    }),
  );
  const left = states.filter(({id}) => !selected.has(id));
  return {
    loaded,
    known: {
      state: known.state.filter(({id}) => selected.has(id)),
      unsure: known.unsure.filter(({id}) => selected.has(id)),
    },
    leftOut: {
      count: left.length,
      ids: new Set(left.map(({id}) => id)),
      state: left,
      spec: [...specThen.values()].filter(({id}) => !selected.has(id)),
    },
  };
}

/**
 * Returns the ids to orphan: those of the request, and those that a run which died had begun to orphan. Their ownership labels may already
 * be gone, and they must not be deleted for having left the files.
 */
export function idsToOrphan(
  {orphan}: Pick<PreviewRequest, 'orphan'>,
  {state, unsure}: KnownState,
  {interrupted}: Pick<ReleaseHistory, 'interrupted'>,
): ReadonlySet<string> {
  const asked = orphan === undefined ? [] : [...state, ...unsure].map(({id}) => id);
  return new Set([...asked, ...interrupted.flatMap(({orphaned = []}) => orphaned)]);
}

/** Notes that the files must change, too: the next apply asks to adopt the orphaned objects that the files still hold. */
export const orphanNote = ({orphan}: Pick<PreviewRequest, 'orphan'>, count: number): readonly Diagnostic[] =>
  orphan === undefined || count === 0
    ? []
    : [
        {
          severity: 'note',
          code: 'forget/files',
          message:
            count === 1
              ? 'the object stays in the cluster, and no stack owns it'
              : 'the objects stay in the cluster, and no stack owns them',
          hint: 'Remove the orphaned resources from the files as well: the next apply of a stack that holds them would ask to adopt them.',
        },
      ];
