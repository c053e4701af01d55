import {testGuide} from '../guide.ts';

testGuide('charts-hooks');
