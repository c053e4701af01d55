import type {WorkspacePlace} from '../../../core/workspace/workspace-place.ts';
import {shownFile} from '../../diagnostic-text.ts';
import type {Style} from '../../style.ts';

type Placed = {readonly place: WorkspacePlace; readonly file: string};

/** Returns where a workspace is stored: `workspaces/prod.yaml`, `backend: workspaces/prod.yaml`, `built in`. */
export function placeText({place, file}: Placed, {cwd}: Pick<Style, 'cwd'>): string {
  if (place === 'built-in') return 'built in';
  return place === 'file' ? shownFile(file, cwd) : `backend: ${file}`;
}
