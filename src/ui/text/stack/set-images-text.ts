import type {ImagesSet} from '../../../app/set-images.ts';
import {shownFile} from '../../diagnostic-text.ts';
import {printable} from '../../printable.ts';
import type {Style} from '../../style.ts';

/** Returns the changed images, one per line: `stack.yaml: images.prod.nginx: nginx:1.27 → nginx:1.28`. */
export function setImagesText({file, images}: ImagesSet, {cwd}: Pick<Style, 'cwd'>): string {
  const shown = shownFile(file, cwd);
  return images
    .map(({path, before, ref, changed}) => {
      const value = !changed ? `${ref} (unchanged)` : before === undefined ? ref : `${before} → ${ref}`;
      return `${printable(`${shown}: images.${path.join('.')}: ${value}`)}\n`;
    })
    .join('');
}
