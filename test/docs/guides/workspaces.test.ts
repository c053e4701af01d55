import {testGuide} from '../guide.ts';

testGuide('workspaces');
