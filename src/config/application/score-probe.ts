import {itemsOf, type Located, partOf} from '../../core/variation/located.ts';
import {mapping, textIn} from './mapping.ts';

/** Returns the probe of an application for one of Score: an address in place of its parts. */
export function probeOf(probe: Located): Located {
  const request = partOf(probe, 'httpGet');
  const exec = partOf(probe, 'exec');
  return mapping(probe.place, {http: request && httpOf(request), exec});
}

function httpOf(request: Located): Located {
  const text = (name: string, fallback: string): string => textIn(partOf(request, name)?.value ?? fallback);
  const path = partOf(request, 'path');
  const url = `${text('scheme', 'HTTP').toLowerCase()}://${text('host', 'localhost')}:${text('port', '')}${text('path', '')}`;
  const headers = partOf(request, 'httpHeaders');
  const named = (headers === undefined ? [] : itemsOf(headers)).map(
    (header) => [textIn(partOf(header, 'name')?.value), partOf(header, 'value')] as const,
  );
  return mapping(request.place, {
    url: {value: url, place: path?.place ?? request.place},
    headers: headers && mapping(headers.place, Object.fromEntries(named)),
  });
}
