import {expect, it} from 'vitest';
import {addressesOf} from '../../../../src/adapters/terraform/addresses.ts';

const TYPE = 'terraform_data';
const addressOf = (...ids: readonly string[]) =>
  [
    ...addressesOf(
      ids.map((id) => ({id, type: TYPE})),
      new Map(),
    ).values(),
  ].map((address) => address.slice(TYPE.length));

it.each([
  {id: 'a:b:c:orders', name: /^\.orders$/},
  {id: 'a:b:c:2nd', name: /^\._2nd_[0-9a-f]{8}$/},
  {id: 'a:b:c:-x', name: /^\._-x_[0-9a-f]{8}$/},
  {id: 'a:b:c:orders.dead', name: /^\.orders_dead_[0-9a-f]{8}$/},
  {id: 'a:b:c:ö', name: /^\.__[0-9a-f]{8}$/},
])('the address of $id has a name that Terraform accepts', ({id, name}) => {
  expect(addressOf(id)[0]).toMatch(name);
});

it('two resources with the same last part have two addresses', () => {
  expect(new Set(addressOf('a:b:c:x.y', 'a:b:d:x.y', 'a:b:c:x_y')).size).toBe(3);
});
