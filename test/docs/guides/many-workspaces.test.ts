import {testGuide} from '../guide.ts';

testGuide('many-workspaces');
