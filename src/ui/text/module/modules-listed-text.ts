import type {ModulesListed} from '../../../app/module/list-modules.ts';
import type {Style} from '../../style.ts';
import {table} from '../../table.ts';
import {modulePlaceText} from './module-place-text.ts';

/** Returns the modules as a table. A module without a version cannot be used. */
export const modulesListedText = ({modules}: ModulesListed, style: Style): string =>
  table(
    ['MODULE', 'VERSION', 'PLACE', 'DESCRIPTION'],
    modules.map(({name, version = '', place, description = ''}) => [
      name,
      version,
      modulePlaceText(place, style),
      description,
    ]),
    style,
  );
