import type {Series} from '../../engine/release/series.ts';
import {selectLetGo} from '../release/select-let-go.ts';
import {selectImports} from '../resource/select-imports.ts';
import type {PlanScope} from './plan-input.ts';
import type {PlanSource} from './plan-source.ts';
import type {PreviewRequest} from './release-requests.ts';
import {type SelectedResources, selectResources} from './select-resources.ts';

/**
 * Selects the part of a stack that a plan includes: what `resource import` and `resource forget` name, what `--target` and `--exclude`
 * select, or all.
 * @throws GantryError for a selector that matches nothing
 */
export const selectScope = (request: PreviewRequest, source: PlanSource, series: Series): PlanScope => ({
  ...selected(request, {...source, series}),
  unread: [],
});

function selected({letGo, only, ...request}: PreviewRequest, source: PlanSource & {series: Series}): SelectedResources {
  if (only !== undefined) return selectImports({...source, selectors: only});
  return letGo === undefined || letGo === 'all'
    ? selectResources({...request, ...source})
    : selectLetGo({...source, selectors: letGo});
}
