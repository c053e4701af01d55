import type {ModulePlace} from '../../../app/module/find-module.ts';
import {unreachable} from '../../../lib/unreachable.ts';
import {shownFile} from '../../diagnostic-text.ts';
import type {Style} from '../../style.ts';

/** Returns the place of a module: `built in`, or its path with the workspace that names it. */
export function modulePlaceText(place: ModulePlace, {cwd}: Pick<Style, 'cwd'>): string {
  switch (place.from) {
    case 'built-in':
      return 'built in';
    case 'workspace':
      return `${place.path} (workspace ${place.workspace})`;
    case 'folder':
      return shownFile(place.folder, cwd);
    default:
      return unreachable(place);
  }
}
