import {describe, expect, it} from 'vitest';
import {orderStacks, type StackNode} from '../../../../src/core/stacks/order-stacks.ts';

const nodes = (text: string): readonly StackNode[] =>
  text.split(', ').map((one) => {
    const [name = '', after = ''] = one.split(' < ');
    return {name, after: after === '' ? [] : after.split('+')};
  });

describe('the order of several stacks', () => {
  it.each([
    {stacks: 'c, b, a', want: 'a b c', title: 'by name where none needs another'},
    {stacks: 'a < c, b, c', want: 'c a b', title: 'what is needed comes first'},
    {stacks: 'web < api+base, api < base, base', want: 'base api web', title: 'through others'},
    {stacks: 'web < elsewhere, api', want: 'api web', title: 'what is not of the run makes no edge'},
    {stacks: 'a < b, b, d < b+c, c < a', want: 'b a c d', title: 'a diamond'},
  ])('$title: $stacks', ({stacks, want}) => {
    const found = orderStacks(nodes(stacks));
    expect('order' in found ? found.order.join(' ') : found).toBe(want);
    const shuffled = orderStacks(nodes(stacks).toReversed());
    expect(shuffled).toMatchObject({order: want.split(' ')});
    const down = orderStacks(nodes(stacks), 'destroy');
    expect('order' in down ? down.order.join(' ') : down).toBe(want.split(' ').toReversed().join(' '));
  });

  it('for a destroy, what needs another comes before it', () => {
    const found = orderStacks(nodes('web < base, base'), 'destroy');
    expect('after' in found ? found.after.get('base') : found).toEqual(['web']);
  });

  it('a loop is printed', () =>
    expect(orderStacks(nodes('c < a, a < b, b < c, d'))).toEqual({cycle: ['a', 'b', 'c', 'a']}));
});
