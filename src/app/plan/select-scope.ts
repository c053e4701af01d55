import {isOnlyClaims} from '../../core/stacks/claims-request.ts';
import type {ReleaseHistory} from '../../engine/release/release-history.ts';
import {selectOrphaned} from '../release/select-orphaned.ts';
import {selectImports} from '../resource/select-imports.ts';
import {selectClaims} from '../shared/select-claims.ts';
import type {PlanScope} from './plan-input.ts';
import type {PlanSource} from './plan-source.ts';
import type {PreviewRequest} from './release-requests.ts';
import {type SelectedResources, selectResources} from './select-resources.ts';

/**
 * Selects the part of a stack that a plan includes: what `resource import` and `resource forget` name, what `--target` and `--exclude`
 * select, or all.
 * @throws GantryError for a selector that matches nothing
 */
export const selectScope = (request: PreviewRequest, source: PlanSource, history: ReleaseHistory): PlanScope => ({
  ...selected(request, {...source, history}),
  unread: [],
});

function selected(
  {orphan, only, claims, ...request}: PreviewRequest,
  source: PlanSource & {history: ReleaseHistory},
): SelectedResources {
  if (claims !== undefined && isOnlyClaims(claims)) return selectClaims({...source, request: claims});
  if (only !== undefined) return selectImports({...source, selectors: only});
  return orphan === undefined || orphan === 'all'
    ? selectResources({...request, ...source})
    : selectOrphaned({...source, selectors: orphan});
}
