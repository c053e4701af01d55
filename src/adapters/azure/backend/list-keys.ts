import {noListing} from '../../../core/backend/no-listing.ts';
import {isKey} from '../../../core/release/check-key.ts';
import {blobPageIn} from './blob-page.ts';
import {BLOBS} from './blob-permissions.ts';
import {answerWith} from './blobs.ts';
import type {Asking, Container} from './open-container.ts';

/** Lists keys page by page. Blobs whose names are not keys are skipped. */
export async function listKeys(container: Container, prefix: string): Promise<readonly string[]> {
  const keys: string[] = [];
  for (let marker: string | undefined = ''; marker !== undefined; ) {
    const query = new Map([
      ['restype', 'container'],
      ['comp', 'list'],
      ['prefix', `${container.root}${prefix}`],
    ]);
    if (marker !== '') query.set('marker', marker);
    const asking: Asking = {action: `${BLOBS}/read`, method: 'GET', query};
    const {body} = answerWith(container, await container.attempt(asking), asking, ({status}) => status === 200);
    const page = blobPageIn(body.toString('utf8'));
    if (page === undefined) throw noListing(container, 'container');
    for (const name of page.names) {
      const key = name.slice(container.root.length);
      if (isKey(key)) keys.push(key);
    }
    marker = page.next;
  }
  return keys.toSorted();
}
