/**
 * Whether this browser lets a field grow with its text by itself (`field-sizing`): WebKit 2.50, of Safari 26.0, does not. There Mantine measures the
 * text (`autosize`).
 */
export const growsByItself = (): boolean => typeof CSS === 'undefined' || CSS.supports('field-sizing', 'content')
