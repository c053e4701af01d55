import type {JsonObject} from '../../../core/json.ts';
import {nameOf} from '../../model/metadata.ts';
import {numberAt, objectAt, partAt, textAt} from '../../model/part.ts';
import {forbidden, invalid, notSupported, required} from '../../model/problem.ts';
import type {Write} from '../../model/rules.ts';
import type {Problem} from '../../model/status.ts';

/** Validates a PriorityLevelConfiguration like the real server. It has no effect in the sandbox. */
export function priorityLevelProblems({object, subresource}: Write): readonly Problem[] {
  if (subresource !== '') return [];
  const type = textAt(object, 'spec', 'type');
  const [limited, exempt] = [objectAt(object, 'spec', 'limited'), objectAt(object, 'spec', 'exempt')];
  const isExempt = nameOf(object) === 'exempt';
  return [
    ...(isExempt === (type === 'Exempt')
      ? []
      : [invalid('spec.type', type, "must be 'Exempt' if and only if `name` is 'exempt'")]),
    ...ofType(type, limited, exempt),
  ];
}

function ofType(type: string, limited: JsonObject | undefined, exempt: JsonObject | undefined): readonly Problem[] {
  switch (type) {
    case 'Exempt':
      return limited === undefined ? [] : [forbidden('spec.limited', 'must be nil if the type is not Limited')];
    case 'Limited':
      return [
        ...(exempt === undefined ? [] : [forbidden('spec.exempt', 'must be nil if the type is Limited')]),
        ...(limited === undefined
          ? [required('spec.limited', 'must not be empty when type is Limited')]
          : [...sharesProblems(limited), ...responseProblems(partAt(limited, 'limitResponse'))]),
      ];
    default:
      return [notSupported('spec.type', type, ['Exempt', 'Limited'])];
  }
}

function sharesProblems(limited: JsonObject): readonly Problem[] {
  const shares = numberAt(limited, 'nominalConcurrencyShares');
  return shares < 0 ? [invalid('spec.limited.nominalConcurrencyShares', shares, 'must be a non-negative integer')] : [];
}

function responseProblems(response: JsonObject): readonly Problem[] {
  const path = 'spec.limited.limitResponse';
  const queuing = objectAt(response, 'queuing');
  switch (textAt(response, 'type')) {
    case 'Reject':
      return queuing === undefined
        ? []
        : [forbidden(`${path}.queuing`, 'must be nil if limited.limitResponse.type is not Limited')];
    case 'Queue':
      return queuing === undefined
        ? [required(`${path}.queuing`, 'must not be empty if limited.limitResponse.type is Limited')]
        : [];
    default:
      return [notSupported(`${path}.type`, textAt(response, 'type'), ['Queue', 'Reject'])];
  }
}
