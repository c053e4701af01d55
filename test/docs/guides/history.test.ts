import {testGuide} from '../guide.ts';

testGuide('history');
