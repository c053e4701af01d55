import type {ChartsVendored} from '../../../app/chart/vendor-charts.ts';
import {shownFile} from '../../diagnostic-text.ts';
import {printable} from '../../printable.ts';
import type {Style} from '../../style.ts';

/** Returns the copied charts, one per line. */
export const chartsVendoredText = ({charts}: ChartsVendored, {cwd}: Pick<Style, 'cwd'>): string =>
  charts.length === 0
    ? 'Nothing to copy: the charts of the stack are in directories.\n'
    : charts
        .map(({file, changed}) => `${changed ? 'copied' : 'unchanged'} ${printable(shownFile(file, cwd))}\n`)
        .join('');
