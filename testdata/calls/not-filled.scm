(list 'monday 'tuesday 'wednesday 'thursday 'friday 'saturday 'sunday 'holiday 'weekend 'week)
