import {describe, expect, it} from 'vitest';
import {otherIdentity, terraformIdentity} from '../../../../src/core/shared/terraform-identity.ts';

describe('the identity of a Terraform resource', () => {
  it('consists of attributes that the provider sets once, and of no sensitive one', () => {
    const attributes = {
      id: 'db-1',
      arn: 'arn:db',
      name: 'main',
      size: 3,
      uid: 'hidden',
      creation_date: '2026',
      tags: {id: 'x'},
    };
    expect(terraformIdentity(attributes, (name) => name === 'uid')).toEqual({
      id: 'db-1',
      arn: 'arn:db',
      creation_date: '2026',
    });
  });

  it.each([
    {name: 'the same id', now: {id: 'a', arn: 'b'}, other: undefined},
    {name: 'another id', now: {id: 'c', arn: 'b'}, other: {attribute: 'id', expected: 'a', found: 'c'}},
    {name: 'another ARN', now: {id: 'a', arn: 'c'}, other: {attribute: 'arn', expected: 'b', found: 'c'}},
    {name: 'an attribute that another version of the provider does not have', now: {id: 'a'}, other: undefined},
    {name: 'more attributes', now: {id: 'a', arn: 'b', uid: 'd'}, other: undefined},
  ])('$name is compared with the registered identity', ({now, other}) => {
    expect(otherIdentity({id: 'a', arn: 'b'}, now)).toEqual(other);
  });
});
