import type {ReportCell} from '../../app/report/report.ts';
import {parseImage} from '../../core/variation/image-ref.ts';
import type {ResourceImage} from '../../core/variation/promoted-images.ts';
import {type Markup, tag} from './tag.ts';

/** The number of images that are named without opening the list. */
const SHOWN = 5;

/** Returns the images of the last release: the short names, and in a list the whole names with digests. */
export function imageDetails({images = []}: ReportCell): Markup | undefined {
  if (images.length === 0) return undefined;
  const names = [...new Set(images.map(({image}) => shortImage(image)))];
  const more = names.length > SHOWN ? ` and ${names.length - SHOWN} more` : '';
  const heads = ['Object', 'Container', 'Image', 'Digest'].map((name) =>
    tag('th', {scope: 'col', role: 'columnheader'}, name),
  );
  return tag(
    'details',
    {},
    tag('summary', {}, `Images: ${names.slice(0, SHOWN).join(', ')}${more}`),
    tag(
      'table',
      {role: 'table'},
      tag('thead', {role: 'rowgroup'}, tag('tr', {role: 'row'}, ...heads)),
      tag('tbody', {role: 'rowgroup'}, ...images.map(imageRow)),
    ),
  );
}

function imageRow({id, container, image}: ResourceImage): Markup {
  const {name, tag: version, digest = 'not known'} = parseImage(image);
  const written = version === undefined ? name : `${name}:${version}`;
  const cells = [container, written, digest].map((text) => tag('td', {role: 'cell'}, tag('code', {}, text)));
  return tag('tr', {role: 'row'}, tag('th', {scope: 'row', role: 'rowheader'}, id), ...cells);
}

/** Returns an image without its registry and path: `web:1.4`. */
function shortImage(image: string): string {
  const {name, tag: version} = parseImage(image);
  const last = name.slice(name.lastIndexOf('/') + 1);
  return version === undefined ? last : `${last}:${version}`;
}
