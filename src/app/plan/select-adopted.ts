import {type Selectable, selectorOf} from '../../core/selection/selector.ts';

/**
 * Replaces the kinds, labels and globs in `--adopt` by the ids that they select. Ids and `all` stay as they are. Texts that select nothing also stay,
 * and are refused when all ids of the plan are known.
 */
export function selectAdopted(given: readonly string[], resources: readonly Selectable[]): readonly string[] {
  const ids = new Set(resources.map(({id}) => id));
  const chosen = given.flatMap((text) => {
    if (text === 'all' || ids.has(text)) return [text];
    const selected = resources.filter(selectorOf(text, ids)).map(({id}) => id);
    return selected.length === 0 ? [text] : selected;
  });
  return [...new Set(chosen)];
}
