import {testGuide} from '../guide.ts';

testGuide('modules');
