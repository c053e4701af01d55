import {unquote} from '../../core/reference/path.ts';

/** An edge that an annotation or a file asks for. */
export type Order = {readonly direction: 'before' | 'after'; readonly id: string};

const ITEM = /\s*(?:(before|after)\s+)?(?:("(?:[^"\\]|\\.)*")\s*|([^\s",][^,]*))(?:,|$)/y;

/** Reads `after ID, ID, before ID`: an item without a direction has that of the item before it. Returns undefined if the text cannot be read. */
export function readOrder(text: string): readonly Order[] | undefined {
  const items: Order[] = [];
  let direction: Order['direction'] | undefined;
  ITEM.lastIndex = 0;
  while (ITEM.lastIndex < text.length) {
    const [, word, quoted, plain] = ITEM.exec(text) ?? [];
    direction = (word as Order['direction'] | undefined) ?? direction;
    const id = quoted === undefined ? plain?.trimEnd() : unquote(quoted);
    if (id === undefined || direction === undefined) return undefined;
    items.push({direction, id});
  }
  return items;
}
