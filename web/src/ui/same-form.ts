/** Whether a form is as it was at first: what was typed and taken back is no change. Forms are texts, numbers and lists of these. */
export const isSameForm = <Form extends object>(form: Form, first: Form): boolean =>
  JSON.stringify(form) === JSON.stringify(first)
