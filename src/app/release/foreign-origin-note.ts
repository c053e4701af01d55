import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {Head} from '../../core/release/head.ts';
import {isTakenOver, originText, type StackOrigin} from '../../core/release/origin.ts';

type Taken = {readonly history: {readonly head?: Head | undefined}; readonly origin?: StackOrigin | undefined};

/** Warns that the releases are another project's so far: whatever these files do not hold is deleted. */
export const foreignOriginNote = ({history: {head}, origin}: Taken): readonly Diagnostic[] =>
  head === undefined || origin === undefined || !isTakenOver(head, origin)
    ? []
    : [
        {
          severity: 'warning',
          code: 'release/taken-over',
          message: `the releases so far were made from ${originText(head)}: from now on they belong to ${originText(origin)}`,
          hint: 'Resources that the releases hold and these files do not are deleted.',
        },
      ];
